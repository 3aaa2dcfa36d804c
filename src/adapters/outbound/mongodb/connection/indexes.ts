import { type Db, type Document, type IndexDescription, MongoServerError } from 'mongodb';
import { StoreUnavailable } from '../../../../application/intake/ports/outbound/store.ts';
import { CONTACTS } from '../contacts/stored-contact.ts';
import { AUDIT } from '../desk/stored-audit-entry.ts';
import { DEALS } from '../leads/stored-deal.ts';
import { kindIndex } from '../leads/tallied-deal.ts';
import { REFUSALS } from '../vendors/stored-refusals.ts';
import { VENDORS } from '../vendors/stored-vendor.ts';
import { DELIVERIES } from '../webhooks/stored-delivery.ts';

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
    // For the desk; each of these costs every lead.
    kindIndex,
    {
      name: 'owner-received',
      key: { owner: 1, receivedAt: 1, _id: 1, status: 1 },
      partialFilterExpression: { owner: { $exists: true } }, // a new lead has none
    },
    // Nothing of a new lead is in these two.
    {
      name: 'promised',
      key: { followUpAt: 1, _id: 1, owner: 1, 'followUp.byId': 1 },
      partialFilterExpression: { followUpAt: { $exists: true } },
    },
    {
      name: 'reopened',
      key: { 'reopened.at': 1, _id: 1 },
      partialFilterExpression: { 'reopened.at': { $exists: true }, status: 'In Progress' },
    },
    {
      name: 'changed',
      key: { changedAt: 1, _id: 1 },
      partialFilterExpression: { changedAt: { $exists: true } }, // a new lead has none
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
    { name: 'at-id', key: { at: 1, _id: 1 } },
    { name: 'on-at', key: { on: 1, at: 1, _id: 1 } },
    { name: 'by-at', key: { byId: 1, at: 1, _id: 1 } },
  ],
  tickets: [{ name: 'expired', key: { expires: 1 }, expireAfterSeconds: 0 }],
  [REFUSALS]: [
    { name: 'day', key: { day: 1 }, expireAfterSeconds: 32 * 86_400 },
    { name: 'vendor-day', key: { vendorId: 1, day: -1 } },
  ],
} satisfies Record<string, NamedIndex[]>;

/** Indexes that earlier versions had. Each write pays for them. */
const outdated: { readonly [C in Indexed]?: readonly string[] } = {
  [CONTACTS]: ['sought'],
  [DEALS]: ['kind-received', 'answered', 'lost-reason', 'known', 'follow-up'],
  [AUDIT]: ['at', 'on', 'by'],
};

export type NamedIndex = IndexDescription & { readonly name: string };

export type Indexed = keyof typeof indexes;

/** The collections whose indexes can be created. */
export const indexed = Object.keys(indexes) as readonly Indexed[];

/**
 * Creates the unique indexes that are missing, and all of a collection that is new, at no cost; `leads upgrade` builds the
 * others. Any number of processes may do so at once. Throws the driver's errors, and StoreUnavailable if another index is in
 * the way.
 */
export async function ensureIndexes(
  db: Db,
  isStandalone: boolean,
  collections: readonly Indexed[],
): Promise<void> {
  const create = async (name: Indexed) => {
    const unique = indexes[name].filter((index: NamedIndex) => index.unique);
    const isNew =
      unique.length > 0
        ? await createIndexes(db, isStandalone, name, unique)
        : (await indexesOf(db, name)) === undefined;
    if (isNew) await createIndexes(db, isStandalone, name, indexes[name]);
  };
  await Promise.all(collections.map(create));
}

/**
 * Resolves to whether the collection is new. Every cold start on Lambda waits for this, and the driver's own takes longer.
 */
export async function createIndexes(
  db: Db,
  isStandalone: boolean,
  collection: Indexed,
  wanted: readonly NamedIndex[],
): Promise<boolean> {
  try {
    const created = await db.command({
      createIndexes: collection,
      indexes: wanted,
      // `db.command` does not apply the client's write concern.
      writeConcern: { w: 'majority', j: true, wtimeout: db.writeConcern?.wtimeoutMS },
      // The default waits for every member of the replica set, even one that is down.
      ...(!isStandalone && { commitQuorum: 'majority' }),
    });
    return created.createdCollectionAutomatically === true;
  } catch (error) {
    if (!(error instanceof MongoServerError && conflicts.has(error.code))) throw error;
    throw new StoreUnavailable(
      `an index of ${collection} has the name or the fields of one of ${wanted.map(({ name }) => name).join(', ')}, but is another: compare db.${collection}.getIndexes() in mongosh with those of a new database, and drop it`,
    );
  }
}

/** IndexOptionsConflict and IndexKeySpecsConflict. */
const conflicts = new Set<unknown>([85, 86]);

/** How many indexes the collection has. */
export const indexCount = (collection: Indexed): number => indexes[collection].length;

/** The collection's indexes that do not stand yet; none if there is no such collection, or nobody may look. */
export async function unbuiltIndexes(db: Db, collection: Indexed): Promise<readonly NamedIndex[]> {
  const found = (await indexesOf(db, collection)) ?? indexes[collection];
  return indexes[collection].filter((wanted: NamedIndex) => !found.some((each) => isSame(each, wanted)));
}

/** Those that stand; `undefined` if there is no such collection, or nobody may look. */
async function indexesOf(db: Db, collection: Indexed): Promise<readonly NamedIndex[] | undefined> {
  const command = { listIndexes: collection, includeBuildUUIDs: true, cursor: { batchSize: 1_000 } };
  try {
    const { cursor } = await db.command(command);
    return cursor.firstBatch.filter(({ buildUUID }: Document) => buildUUID === undefined);
  } catch (error) {
    if (error instanceof MongoServerError && cannotTell.has(error.code)) return undefined;
    throw error;
  }
}

/** In words, such as `received, kind of deals`; empty if none is. One collection after the other: nothing waits for it. */
export async function missingIndexes(db: Db): Promise<string> {
  const missing: string[] = [];
  for (const collection of indexed) {
    const names = (await unbuiltIndexes(db, collection)).map(({ name }) => name);
    if (names.length > 0) missing.push(`${names.join(', ')} of ${collection}`);
  }
  return missing.join('; ');
}

/** The names of those that the collection still has. */
export async function outdatedIndexes(db: Db, collection: Indexed): Promise<readonly string[]> {
  const wanted = outdated[collection] ?? [];
  if (wanted.length === 0) return [];
  const found = await db.collection(collection).indexes();
  return wanted.filter((name) => found.some((index) => index.name === name));
}

/** Resolves to how many were dropped: none if the user has no right to. */
export async function dropOutdated(db: Db, collections: readonly Indexed[]): Promise<number> {
  let dropped = 0;
  for (const collection of collections)
    for (const name of await outdatedIndexes(db, collection))
      try {
        await db.collection(collection).dropIndex(name);
        dropped += 1;
      } catch (error) {
        if (!(error instanceof MongoServerError && cannotDrop.has(error.code))) throw error;
      }
  return dropped;
}

/** IndexNotFound and Unauthorized. */
const cannotDrop = new Set<unknown>([27, 13]);

/** NamespaceNotFound and Unauthorized. */
const cannotTell = new Set<unknown>([26, 13]);

const isSame = (one: NamedIndex, other: NamedIndex): boolean =>
  one.name === other.name && JSON.stringify(one.key) === JSON.stringify(other.key);
