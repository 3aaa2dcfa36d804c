import type { KnownKey } from '../../../application/intake/ports/outbound/api-key-directory.ts';
import type { VendorDirectory } from '../../../application/operators/ports/outbound/vendor-directory.ts';
import type { VendorAccount } from '../../../domain/intake/vendor.ts';

/** The vendor accounts in a Map: nothing survives the process. */
export class InMemoryVendors implements VendorDirectory {
  readonly #accounts = new Map<string, VendorAccount>();

  async add(account: VendorAccount): Promise<'added' | 'name-taken'> {
    if (this.#find(({ name }) => name === account.name)) return 'name-taken';
    this.#accounts.set(account.id, account);
    return 'added';
  }

  async account(idOrName: string): Promise<VendorAccount | undefined> {
    return this.#accounts.get(idOrName) ?? this.#find(({ name }) => name === idOrName);
  }

  async holderOf(keyId: string): Promise<VendorAccount | undefined> {
    return this.#holderOf(keyId);
  }

  async accounts(): Promise<readonly VendorAccount[]> {
    return [...this.#accounts.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async changeKeys(
    vendorId: string,
    change: (account: VendorAccount) => VendorAccount,
  ): Promise<VendorAccount | undefined> {
    const account = this.#accounts.get(vendorId);
    if (!account) return undefined;
    const changed = { ...account, keys: change(account).keys };
    this.#accounts.set(vendorId, changed);
    return changed;
  }

  async markUsed(keyId: string, at: Date): Promise<void> {
    const account = this.#holderOf(keyId);
    if (!account) return;
    const keys = account.keys.map((key) =>
      key.id === keyId && !(key.lastUsed && key.lastUsed >= at) ? { ...key, lastUsed: at } : key,
    );
    this.#accounts.set(account.id, { ...account, keys });
  }

  async find(digest: string): Promise<KnownKey | undefined> {
    const account = this.#find(({ keys }) => keys.some((key) => key.digest === digest));
    const key = account?.keys.find((held) => held.digest === digest);
    return account && key && { ...key, vendor: { id: account.id, name: account.name } };
  }

  #holderOf(keyId: string): VendorAccount | undefined {
    return this.#find(({ keys }) => keys.some(({ id }) => id === keyId));
  }

  #find(matches: (account: VendorAccount) => boolean): VendorAccount | undefined {
    return [...this.#accounts.values()].find(matches);
  }
}
