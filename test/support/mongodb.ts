import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { inject } from 'vitest';
import { askFor } from './ask-for.ts';
import { atEndOfFile } from './at-end-of-file.ts';

const uri = (await askFor('mongodb')) ?? '';

/** For `describe.skipIf(...)`. */
export const noMongodb = uri === '';

/** The URI of the run's MongoDB, with a database that nobody else uses. Once its indexes are built, it is dear. */
export function freshDatabase(): string {
  const name = inject('databasePrefix') + randomBytes(6).toString('hex');
  return uri.replace(/^([a-z+]+:\/\/[^/?]+)(\/[^?]*)?/, `$1/${name}`);
}

let own: { readonly uri: string; readonly client: MongoClient } | undefined;

/** The same with the one database of this test file, emptied: its indexes stay. Whoever used it before must have closed. */
export async function emptyDatabase(): Promise<string> {
  if (own) {
    const collections = await own.client.db().collections();
    await Promise.all(collections.map((collection) => collection.deleteMany()));
  } else {
    const uri = freshDatabase();
    const client = new MongoClient(uri);
    own = { uri, client };
    atEndOfFile.push(async () => {
      own = undefined;
      await client.db().dropDatabase();
      await client.close();
    });
  }
  return own.uri;
}
