import type { KnownKey } from '../../../../application/intake/ports/outbound/api-key-directory.ts';
import type { Shelf } from '../../../../application/operators/ports/outbound/shelves.ts';
import type { VendorDirectory } from '../../../../application/operators/ports/outbound/vendor-directory.ts';
import type { VendorAccount } from '../../../../domain/intake/vendor.ts';
import { fromText, toText } from '../connection/as-text.ts';
import type { DataFile } from '../connection/data-file.ts';
import type { Database } from '../connection/database.ts';
import { tableShelf } from '../connection/table-shelf.ts';

/** An account as text, with its keys; these also in a table, by which they are found. */
export const vendorTables = `
  CREATE TABLE vendors (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, account TEXT NOT NULL) STRICT;
  CREATE TABLE vendor_keys (id TEXT PRIMARY KEY, digest TEXT NOT NULL, vendor_id TEXT NOT NULL) STRICT;
  CREATE INDEX vendor_keys_digest ON vendor_keys (digest);
`;

/** The vendor accounts in the file. */
export class SqliteVendors implements VendorDirectory {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    this.#file = file;
  }

  add(account: VendorAccount): Promise<'added' | 'name-taken'> {
    return this.#file.write((db) => {
      if (accountWith(db, 'name = ?', account.name)) return 'name-taken';
      put(db, account);
      return 'added';
    });
  }

  account(idOrName: string): Promise<VendorAccount | undefined> {
    return this.#file.read(
      (db) => accountWith(db, 'id = ?', idOrName) ?? accountWith(db, 'name = ?', idOrName),
    );
  }

  holderOf(keyId: string): Promise<VendorAccount | undefined> {
    return this.#file.read((db) => holderOf(db, keyId));
  }

  accounts(): Promise<readonly VendorAccount[]> {
    return this.#file.read((db) =>
      db.all<AccountRow>('SELECT account FROM vendors ORDER BY name').map(accountFrom),
    );
  }

  changeKeys(
    vendorId: string,
    change: (account: VendorAccount) => VendorAccount,
  ): Promise<VendorAccount | undefined> {
    return this.#file.write((db) => {
      const account = accountWith(db, 'id = ?', vendorId);
      if (!account) return undefined;
      return put(db, { ...account, keys: change(account).keys });
    });
  }

  markUsed(keyId: string, at: Date): Promise<void> {
    return this.#file.write((db) => {
      const account = holderOf(db, keyId);
      const key = account?.keys.find(({ id }) => id === keyId);
      if (!account || (key?.lastUsed && key.lastUsed >= at)) return;
      const keys = account.keys.map((each) => (each === key ? { ...each, lastUsed: at } : each));
      put(db, { ...account, keys });
    });
  }

  find(digest: string): Promise<KnownKey | undefined> {
    return this.#file.read((db) => {
      const account = accountWith(db, 'id = (SELECT vendor_id FROM vendor_keys WHERE digest = ?)', digest);
      const key = account?.keys.find((held) => held.digest === digest);
      return account && key && { ...key, vendor: { id: account.id, name: account.name } };
    });
  }
}

interface AccountRow {
  readonly account: string;
}

const accountFrom = ({ account }: AccountRow): VendorAccount => fromText(account);

function accountWith(db: Database, condition: string, value: string): VendorAccount | undefined {
  const row = db.one<AccountRow>(`SELECT account FROM vendors WHERE ${condition}`, [value]);
  return row && accountFrom(row);
}

const holderOf = (db: Database, keyId: string): VendorAccount | undefined =>
  accountWith(db, 'id = (SELECT vendor_id FROM vendor_keys WHERE id = ?)', keyId);

function put(db: Database, account: VendorAccount): VendorAccount {
  const { id, name, keys } = account;
  db.run(putAccount, [id, name, toText(account)]);
  for (const key of keys) db.run(addKey, [key.id, key.digest, id]);
  return account;
}

const putAccount = `
  INSERT INTO vendors (id, name, account) VALUES (?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, account = excluded.account`;

const addKey = 'INSERT INTO vendor_keys (id, digest, vendor_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';

export const vendorShelf = (file: DataFile): Shelf<VendorAccount> =>
  tableShelf(file, { table: 'vendors', from: accountFrom, put });
