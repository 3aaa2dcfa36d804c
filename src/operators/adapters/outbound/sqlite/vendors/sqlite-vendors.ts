import type { Shelf } from '#operators/application/ports/outbound/shelves.ts';
import type { VendorDirectory } from '#operators/application/ports/outbound/vendor-directory.ts';
import {
  type AccountRow,
  accountFrom,
  accountWith,
  holderOf,
  putAccount,
} from '../../../../../adapters/outbound/sqlite/account-rows.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import { SqliteKeys } from '../../../../../adapters/outbound/sqlite/sqlite-keys.ts';
import type { VendorAccount } from '../../../../../domain/vendor.ts';
import { tableShelf } from '../tables/table-shelf.ts';

/** The vendor accounts in the file, with their keys. */
export class SqliteVendors extends SqliteKeys implements VendorDirectory {
  add(account: VendorAccount): Promise<'added' | 'name-taken'> {
    return this.file.write((db) => {
      if (accountWith(db, 'name = ?', account.name)) return 'name-taken';
      putAccount(db, account);
      return 'added';
    });
  }

  account(idOrName: string): Promise<VendorAccount | undefined> {
    return this.file.read(
      (db) => accountWith(db, 'id = ?', idOrName) ?? accountWith(db, 'name = ?', idOrName),
    );
  }

  holderOf(keyId: string): Promise<VendorAccount | undefined> {
    return this.file.read((db) => holderOf(db, keyId));
  }

  accounts(): Promise<readonly VendorAccount[]> {
    return this.file.read((db) =>
      db.all<AccountRow>('SELECT account FROM vendors ORDER BY name').map(accountFrom),
    );
  }

  changeKeys(
    vendorId: string,
    change: (account: VendorAccount) => VendorAccount,
  ): Promise<VendorAccount | undefined> {
    return this.file.write((db) => {
      const account = accountWith(db, 'id = ?', vendorId);
      if (!account) return undefined;
      return putAccount(db, { ...account, keys: change(account).keys });
    });
  }
}

export const vendorShelf = (file: DataFile): Shelf<VendorAccount> =>
  tableShelf(file, { table: 'vendors', from: accountFrom, put: putAccount });
