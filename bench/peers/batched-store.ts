import { type AnyBulkWriteOperation, type Collection, MongoBulkWriteError, MongoClient } from 'mongodb';
import { ensureIndexes } from '../../src/adapters/outbound/mongodb/connection/indexes.ts';
import { forLeads } from '../../src/operators/adapters/outbound/mongodb/store/indexes.ts';
import { type Contact, contactOf, type Deal, dealOf, type Store } from './lead.ts';

/**
 * Group commit by hand: what arrives together is written together, with the service's indexes and durability. Nothing else
 * of the service is here: no time limits, no room for only so much, no second attempt, no outage that passes.
 */

interface KnownContact extends Contact {
  readonly keys: readonly string[];
  readonly named: string;
}

interface KnownDeal extends Deal {
  readonly vendorId: string;
  readonly customer: object;
  readonly said: readonly string[];
  readonly history: readonly object[];
}

const nameOf = ({ firstName, lastName = '' }: Contact): string =>
  `${firstName} ${lastName}`.trim().toLowerCase();

function known(sent: Contact): KnownContact {
  const keys = [...(sent.email ? [`e:${sent.email}`] : []), ...(sent.phone ? [`p:${sent.phone}`] : [])];
  return { ...sent, keys, named: nameOf(sent) };
}

function dealWith(deal: Deal, { _id, zip, keys, named, ...customer }: KnownContact): KnownDeal {
  const said = [...keys, ...named.split(' ').map((word) => `n:${word}`)];
  const history = [{ status: deal.status, at: deal.receivedAt, by: 'bench' }];
  return { ...deal, vendorId: 'bench', customer, said, history };
}

export async function batchedStore(uri: string): Promise<Store> {
  const client = new MongoClient(uri, {
    writeConcern: { w: 'majority', journal: true },
    ignoreUndefined: true,
  });
  await client.connect();
  const contacts = client.db().collection<KnownContact>('contacts');
  const deals = client.db().collection<KnownDeal>('deals');
  await ensureIndexes(client.db(), false, forLeads);

  const idOf = together(async (sent: readonly KnownContact[]) => {
    const held = await refused(contacts, sent);
    if (held.length === 0) return sent.map(({ _id }) => _id);
    const holders = await contacts.find({ keys: { $in: held.flatMap(({ keys }) => keys) } }).toArray();
    const holderOf = ({ keys }: KnownContact) =>
      keys.map((key) => holders.find((holder) => holder.keys.includes(key))).find(Boolean);
    const fills = held.flatMap((each): AnyBulkWriteOperation<KnownContact>[] => {
      const holder = holderOf(each);
      if (!each.zip || !holder || holder.zip) return [];
      const filter = { _id: holder._id, zip: { $exists: false } };
      return [{ updateOne: { filter, update: { $set: { zip: each.zip } } } }];
    });
    if (fills.length > 0) await contacts.bulkWrite(fills, { ordered: false });
    return sent.map((each) => (held.includes(each) ? (holderOf(each)?._id ?? '') : each._id));
  });

  const add = together(async (batch: readonly KnownDeal[]) => {
    await deals.insertMany([...batch], { ordered: false });
    return batch.map(({ _id }) => _id);
  });

  const statusOf = together(async (ids: readonly string[]) => {
    const options = { projection: { status: 1 }, batchSize: ids.length + 1 };
    const found = await deals.find({ _id: { $in: ids } }, options).toArray();
    const statuses = new Map(found.map(({ _id, status }) => [_id, status]));
    return ids.map((id) => statuses.get(id));
  });

  return {
    async create(lead) {
      const sent = known(contactOf(lead));
      return add(dealWith(dealOf(lead, await idOf(sent)), sent));
    },
    statusOf,
  };
}

/** Inserts all, and returns those whose keys another contact holds. */
async function refused(
  contacts: Collection<KnownContact>,
  sent: readonly KnownContact[],
): Promise<readonly KnownContact[]> {
  try {
    await contacts.insertMany([...sent], { ordered: false });
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    return [error.writeErrors].flat().flatMap(({ index }) => sent[index] ?? []);
  }
}

interface Waiting<Q, A> {
  readonly question: Q;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
}

/** Callers at the same time share one `work`, of which two are under way at most. */
function together<Q, A>(
  work: (questions: readonly Q[]) => Promise<readonly A[]>,
): (question: Q) => Promise<A> {
  const waiting: Waiting<Q, A>[] = [];
  let underWay = 0;
  async function next(): Promise<void> {
    if (waiting.length === 0 || underWay === 2) return;
    const batch = waiting.splice(0, 256);
    underWay += 1;
    try {
      const answers = await work(batch.map(({ question }) => question));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as A);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    underWay -= 1;
    setImmediate(next);
  }
  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ question, resolve, reject }) === 1) setImmediate(next);
    });
}
