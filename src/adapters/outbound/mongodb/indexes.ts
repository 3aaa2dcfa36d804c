import type { Db, IndexDescription } from 'mongodb';
import { AUDIT } from './stored-audit-entry.ts';
import { CONTACTS } from './stored-contact.ts';
import { DEALS } from './stored-deal.ts';
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
    { name: 'received', key: { receivedAt: 1, _id: 1 } },
    { name: 'vendor-received', key: { vendorId: 1, receivedAt: 1, _id: 1 } },
  ],
  [VENDORS]: [
    { name: 'name', key: { name: 1 }, unique: true },
    { name: 'key', key: { 'keys.digest': 1 } },
    { name: 'key-id', key: { 'keys.id': 1 } },
  ],
  [AUDIT]: [{ name: 'at', key: { at: 1 } }],
} satisfies Record<string, (IndexDescription & { readonly name: string })[]>;

export type Indexed = keyof typeof indexes;

/** Creates the indexes that are missing. Any number of processes may do so at once. */
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
  const create = (name: Indexed) => db.command({ createIndexes: name, indexes: indexes[name], ...options });
  await Promise.all(collections.map(create));
}
