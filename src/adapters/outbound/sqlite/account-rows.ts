import type { TimeName } from '../../../domain/as-json.ts';
import type { VendorAccount } from '../../../domain/vendor.ts';
import type { Database } from './connection/database.ts';

/** An account as text; its keys also in a table of their own, by which they are found. */
export const accountTables = `
  CREATE TABLE vendors (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, account TEXT NOT NULL) STRICT;
  CREATE TABLE vendor_keys (id TEXT PRIMARY KEY, digest TEXT NOT NULL, vendor_id TEXT NOT NULL) STRICT;
  CREATE INDEX vendor_keys_digest ON vendor_keys (digest);
`;

export interface AccountRow {
  readonly account: string;
}

export const accountFrom = ({ account }: AccountRow): VendorAccount => JSON.parse(account, read);

const read = (name: string, value: unknown): unknown =>
  typeof value === 'string' && Object.hasOwn(times, name) ? new Date(value) : value;

/** The names of times in an account. A name that is missing here does not compile. */
const times: Readonly<Record<TimeName<VendorAccount>, true>> = {
  created: true,
  expires: true,
  lastUsed: true,
  revoked: true,
};

export function accountWith(db: Database, condition: string, value: string): VendorAccount | undefined {
  const row = db.one<AccountRow>(`SELECT account FROM vendors WHERE ${condition}`, [value]);
  return row && accountFrom(row);
}

/** The account that has the key with this id. */
export const holderOf = (db: Database, keyId: string): VendorAccount | undefined =>
  accountWith(db, 'id = (SELECT vendor_id FROM vendor_keys WHERE id = ?)', keyId);

/** Keeps an account in place of the one with its id. */
export function putAccount(db: Database, account: VendorAccount): VendorAccount {
  const { id, name, keys } = account;
  db.run(put, [id, name, JSON.stringify(account)]);
  for (const key of keys) db.run(addKey, [key.id, key.digest, id]);
  return account;
}

const put = `
  INSERT INTO vendors (id, name, account) VALUES (?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, account = excluded.account`;

const addKey = 'INSERT INTO vendor_keys (id, digest, vendor_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
