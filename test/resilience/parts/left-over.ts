import { MongoClient } from 'mongodb';

/** Where the database has this text, whatever the collection. */
export async function documentsWith(uri: string, text: RegExp): Promise<string[]> {
  await using client = new MongoClient(uri);
  const db = client.db('partner_leads');
  const left: string[] = [];
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
    for await (const document of db.collection(name).find())
      if (text.test(JSON.stringify(document))) left.push(`${name} ${document._id}`);
  return left;
}
