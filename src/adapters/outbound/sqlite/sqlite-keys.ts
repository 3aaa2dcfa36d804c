import type { KnownKey } from '../../../application/ports/outbound/api-key-directory.ts';
import type { IssuedKeys } from '../../../application/ports/outbound/issued-keys.ts';
import { accounts, holderOf } from './account-rows.ts';
import type { DataFile } from './connection/data-file.ts';
import { keepRecord } from './record-table.ts';

/** The keys of vendors in the file. */
export class SqliteKeys implements IssuedKeys {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    this.#file = file;
  }

  find(digest: string): Promise<KnownKey | undefined> {
    return this.#file.read((db) => {
      const account = holderOf(db, 'digest', digest);
      const key = account?.keys.find((held) => held.digest === digest);
      return account && key && { ...key, vendor: { id: account.id, name: account.name } };
    });
  }

  markUsed(keyId: string, at: Date): Promise<void> {
    return this.#file.write((db) => {
      const account = holderOf(db, 'id', keyId);
      const key = account?.keys.find(({ id }) => id === keyId);
      if (!account || (key?.lastUsed && key.lastUsed >= at)) return;
      const keys = account.keys.map((each) => (each === key ? { ...each, lastUsed: at } : each));
      keepRecord(db, accounts, { ...account, keys });
    });
  }
}
