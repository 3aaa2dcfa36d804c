import { type Db, type Document, type IndexDescription, MongoServerError } from 'mongodb';
import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';
import { AUDIT } from './stored-audit-entry.ts';
import { CONTACTS } from './stored-contact.ts';
import { DEALS } from './stored-deal.ts';
import { DELIVERIES } from './stored-delivery.ts';
import { REFUSALS } from './stored-refusals.ts';
import { TICKETS } from './stored-ticket.ts';
import { VENDORS } from './stored-vendor.ts';

const indexes = {
  [CONTACTS]: [
    {
      name: 'identity',
      key: { keys: 1 },
      unique: true,
      partialFilterExpression: { keys: { $exists: true } }, // erased contacts have none, and there may be many
    },
    { name: 'shown', key: { shown: 1 }, partialFilterExpression: { shown: { $exists: true } } },
    { name: 'merged', key: { mergedInto: 1 }, partialFilterExpression: { mergedInto: { $exists: true } } },
  ],
  [DEALS]: [
    {
      name: 'idempotency',
      key: { vendorId: 1, 'idempotency.key': 1 },
      unique: true,
      partialFilterExpression: { 'idempotency.key': { $exists: true } },
    },
    { name: 'contact', key: { contactId: 1 } },
    { name: 'said', key: { said: 1 }, partialFilterExpression: { said: { $exists: true } } },
    { name: 'outbox', key: { 'outbox.event.at': 1 }, partialFilterExpression: { outbox: { $exists: true } } },
    { name: 'received', key: { receivedAt: 1, _id: 1 } },
    { name: 'vendor-received', key: { vendorId: 1, receivedAt: 1, _id: 1 } },
    // For the desk; each of these costs every lead. Lists of a type or a status name all of both, and are merged from a scan
    // for each; a tally reads no deal.
    { name: 'kind-received', key: { dealType: 1, status: 1, receivedAt: 1, _id: 1, vendorId: 1 } },
    {
      name: 'owner-received',
      key: { owner: 1, receivedAt: 1, _id: 1, status: 1 },
      partialFilterExpression: { owner: { $exists: true } }, // a new lead has none
    },
    {
      name: 'external',
      key: { externalId: 1 },
      partialFilterExpression: { externalId: { $exists: true } },
    },
  ],
  [DELIVERIES]: [
    { name: 'due', key: { hookId: 1, due: 1 }, partialFilterExpression: { due: { $exists: true } } },
    { name: 'tried', key: { hookId: 1, tried: -1 } },
    { name: 'lead', key: { 'event.leadId': 1 } },
    { name: 'kept', key: { kept: 1 }, expireAfterSeconds: 30 * 86_400 },
  ],
  [VENDORS]: [
    { name: 'name', key: { name: 1 }, unique: true },
    { name: 'key', key: { 'keys.digest': 1 } },
    { name: 'key-id', key: { 'keys.id': 1 } },
  ],
  [AUDIT]: [
    { name: 'at', key: { at: 1 } },
    { name: 'on', key: { on: 1, at: 1 } },
  ],
  [TICKETS]: [{ name: 'expired', key: { expires: 1 }, expireAfterSeconds: 0 }],
  [REFUSALS]: [{ name: 'day', key: { day: 1 }, expireAfterSeconds: 32 * 86_400 }],
} satisfies Record<string, NamedIndex[]>;

type NamedIndex = IndexDescription & { readonly name: string };

export type Indexed = keyof typeof indexes;

/**
 * Creates the indexes that are missing. Any number of processes may do so at once. Throws the driver's errors, and
 * StoreUnavailable if another index is in the way: it says what differs, and what to do.
 */
export async function ensureIndexes(
  db: Db,
  isStandalone: boolean,
  collections: readonly Indexed[],
): Promise<void> {
  const options = {
    // `db.command` does not apply the client's write concern.
    writeConcern: { w: 'majority', j: true, wtimeout: db.writeConcern?.wtimeoutMS },
    // The default waits for every member of the replica set, even one that is down.
    ...(!isStandalone && { commitQuorum: 'majority' }),
  };
  // Every cold start on Lambda waits for this, and the driver's own `createIndexes` takes longer.
  const create = (name: Indexed) =>
    db.command({ createIndexes: name, indexes: indexes[name], ...options }).catch(async (error) => {
      if (!(error instanceof MongoServerError && conflicts.has(error.code))) throw error;
      const existing = await db.collection(name).indexes();
      const inTheWay = indexes[name].flatMap((ours) => whatIsInTheWay(name, ours, existing));
      throw inTheWay.length > 0 ? new StoreUnavailable(inTheWay.join('; ')) : error;
    });
  await Promise.all(collections.map(create));
}

/** IndexOptionsConflict and IndexKeySpecsConflict. */
const conflicts = new Set<unknown>([85, 86]);

/** An index of our name, or else of our key. */
function whatIsInTheWay(collection: Indexed, ours: NamedIndex, existing: readonly Document[]): string[] {
  const other =
    existing.find(({ name }) => name === ours.name) ?? existing.find(({ key }) => isSame(key, ours.key));
  const differences = other ? differencesOf(ours, other) : [];
  if (!other || differences.length === 0) return [];
  return [
    `the index ${other.name} of ${collection} ${differences.join(' and ')}: drop it with db.${collection}.dropIndex('${other.name}') in mongosh, and the service creates its own`,
  ];
}

/** Of the other index only the names of its options: a filter may hold a customer's data. */
function differencesOf(ours: Document, { v, ns, background, hidden, ...other }: Document): string[] {
  const options = [...new Set([...Object.keys(ours), ...Object.keys(other)])];
  return options
    .filter((option) => !isSame(ours[option] ?? false, other[option] ?? false))
    .map((option) => {
      if (ours[option] === undefined) return `has ${option}, which it should not have`;
      const wanted = `${option}: ${JSON.stringify(ours[option])}`;
      return other[option] ? `should have ${wanted}` : `lacks ${wanted}`;
    });
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
