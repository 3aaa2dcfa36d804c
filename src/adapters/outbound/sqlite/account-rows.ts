import type { TimeName } from '../../../domain/as-json.ts';
import type { VendorAccount } from '../../../domain/vendor.ts';
import type { Database } from './connection/database.ts';
import { type RecordTable, recordsWith } from './record-table.ts';

/** An account as text; its keys also in a table of their own, by which they are found. */
export const accountTables = `
  CREATE TABLE vendors (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, account TEXT NOT NULL) STRICT;
  CREATE TABLE vendor_keys (id TEXT PRIMARY KEY, digest TEXT NOT NULL, vendor_id TEXT NOT NULL) STRICT;
  CREATE INDEX vendor_keys_digest ON vendor_keys (digest);
`;

export const accounts: RecordTable<VendorAccount> = {
  name: 'vendors',
  text: 'account',
  columns: { id: 'id', name: 'name' },
  from: (text) => JSON.parse(text, read),
  beside(db, { id, keys }) {
    for (const key of keys) db.run(addKey, [key.id, key.digest, id]);
  },
};

const addKey = 'INSERT INTO vendor_keys (id, digest, vendor_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';

const read = (name: string, value: unknown): unknown =>
  typeof value === 'string' && Object.hasOwn(times, name) ? new Date(value) : value;

/** The names of times in an account. A name that is missing here does not compile. */
const times: Readonly<Record<TimeName<VendorAccount>, true>> = {
  created: true,
  expires: true,
  lastUsed: true,
  revoked: true,
};

/** The account that has the key with this id, or digest. */
export const holderOf = (db: Database, by: 'id' | 'digest', value: string): VendorAccount | undefined =>
  recordsWith(db, accounts, `id = (SELECT vendor_id FROM vendor_keys WHERE ${by} = ?)`, [value])[0];
