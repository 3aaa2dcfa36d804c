import type { VendorAccount } from '../../../../domain/intake/vendor.ts';
import type { IssuedKeys } from '../../../intake/ports/outbound/issued-keys.ts';

/** What the operator's use cases need of them. */
export type ManagedVendors = Omit<VendorDirectory, keyof IssuedKeys>;

/**
 * The vendor accounts and their keys. Any method can throw StoreUnavailable and still have done its work. Ids, names and
 * digests are any text, compared exactly.
 */
export interface VendorDirectory extends IssuedKeys {
  /** No two accounts get the same name, however many are added at once. */
  add(account: VendorAccount): Promise<'added' | 'name-taken'>;

  /** A match by id takes precedence over one by name. */
  account(idOrName: string): Promise<VendorAccount | undefined>;

  holderOf(keyId: string): Promise<VendorAccount | undefined>;

  /** Sorted by name. */
  accounts(): Promise<readonly VendorAccount[]>;

  /**
   * Writes the keys that `change` returns for the account as it stands at that moment, however many changes run
   * at once, and resolves to the changed account. If `change` throws, nothing is written and the error passes through.
   * Resolves to `undefined` if there is no such account.
   */
  changeKeys(
    vendorId: string,
    change: (account: VendorAccount) => VendorAccount,
  ): Promise<VendorAccount | undefined>;
}
