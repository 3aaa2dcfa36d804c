import { MongoClient } from 'mongodb';
import { fileStore } from './file-store.ts';
import { type Contact, contactOf, type Deal, dealOf, type Store } from './lead.ts';

/** As the environment says. */
export async function openStore({ MONGODB_URI, DATA_FILE }: NodeJS.ProcessEnv): Promise<Store> {
  if (MONGODB_URI) return mongoStore(MONGODB_URI);
  return DATA_FILE && DATA_FILE !== 'memory' ? fileStore(DATA_FILE) : memoryStore();
}

function memoryStore(): Store {
  const byEmail = new Map<string, Contact>();
  const byPhone = new Map<string, Contact>();
  const deals = new Map<string, Deal>();
  return {
    async create(lead) {
      const sent = contactOf(lead);
      const known = byEmail.get(sent.email ?? '') ?? byPhone.get(sent.phone ?? '');
      if (!known && sent.email) byEmail.set(sent.email, sent);
      if (!known && sent.phone) byPhone.set(sent.phone, sent);
      if (known && !known.zip) known.zip = sent.zip;
      const deal = dealOf(lead, (known ?? sent)._id);
      deals.set(deal._id, deal);
      return deal._id;
    },
    statusOf: async (id) => deals.get(id)?.status,
  };
}

/** As the driver's documentation shows: one call after another. As durable as the service: majority and journal. */
async function mongoStore(uri: string): Promise<Store> {
  const client = new MongoClient(uri, { writeConcern: { w: 'majority', journal: true } });
  await client.connect();
  const contacts = client.db().collection<Contact>('contacts');
  const deals = client.db().collection<Deal>('deals');
  for (const field of ['email', 'phone']) {
    const partialFilterExpression = { [field]: { $exists: true } };
    await contacts.createIndex({ [field]: 1 }, { unique: true, partialFilterExpression });
  }
  const projection = { zip: 1 };
  /** The contact with this email, else the one with this phone. */
  async function holderOf({ email, phone }: Contact): Promise<Contact | null> {
    const byEmail = email ? await contacts.findOne({ email }, { projection }) : null;
    return byEmail ?? (phone ? contacts.findOne({ phone }, { projection }) : null);
  }
  return {
    async create(lead) {
      const sent = contactOf(lead);
      const known = await holderOf(sent);
      if (!known) await contacts.insertOne(sent, { ignoreUndefined: true });
      else if (!known.zip && sent.zip) {
        await contacts.updateOne({ _id: known._id, zip: { $exists: false } }, { $set: { zip: sent.zip } });
      }
      const deal = dealOf(lead, (known ?? sent)._id);
      await deals.insertOne(deal, { ignoreUndefined: true });
      return deal._id;
    },
    statusOf: async (id) => (await deals.findOne({ _id: id }, { projection: { status: 1 } }))?.status,
  };
}
