import type { ManagedVendors } from '#operators/application/ports/outbound/vendor-directory.ts';
import type { VendorAccount } from '../../../../domain/vendor.ts';
import type { Records } from './records.ts';

/** Vendor accounts, which a store keeps under their ids and no two under one name. */
export class VendorsInRecords implements ManagedVendors {
  readonly #records: Records<VendorAccount>;

  constructor(records: Records<VendorAccount>) {
    this.#records = records;
  }

  async add(account: VendorAccount): Promise<'added' | 'name-taken'> {
    return (await this.#records.add(account)) ? 'added' : 'name-taken';
  }

  async account(idOrName: string): Promise<VendorAccount | undefined> {
    return (await this.#records.find({ id: idOrName })) ?? this.#records.find({ name: idOrName });
  }

  async holderOf(keyId: string): Promise<VendorAccount | undefined> {
    const accounts = await this.#records.all();
    return accounts.find(({ keys }) => keys.some(({ id }) => id === keyId));
  }

  async accounts(): Promise<readonly VendorAccount[]> {
    return (await this.#records.all()).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  changeKeys(
    id: string,
    change: (account: VendorAccount) => VendorAccount,
  ): Promise<VendorAccount | undefined> {
    return this.#records.change({ id }, (account) => ({ ...account, keys: change(account).keys }));
  }
}
