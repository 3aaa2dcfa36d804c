import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { bareHandler } from './bare.ts';

/** Written by hand, on the same driver and with the same guarantees. */

const client = new MongoClient(process.env.MONGODB_URI ?? '', {
  w: 'majority',
  journal: true,
  readConcern: { level: 'majority' },
  serverSelectionTimeoutMS: 3_000,
  maxPoolSize: 1,
  maxIdleTimeMS: 60_000,
});
await client.connect();
const contacts = client.db().collection<{ _id: string; email: string; first_name: string }>('contacts');
const deals = client
  .db()
  .collection<{ _id: string; contactId: string; status: string; notes: string }>('deals');

export const handler = bareHandler(async ({ email, first_name, lead_notes }) => {
  const found = await contacts.findOne({ email });
  const contactId = found?._id ?? randomUUID();
  if (!found) await contacts.insertOne({ _id: contactId, email, first_name });
  const leadId = randomUUID();
  await deals.insertOne({ _id: leadId, contactId, status: 'In Progress', notes: lead_notes });
  return leadId;
});
