import type { IssuedKeys } from '../../../../application/ports/outbound/issued-keys.ts';
import type { VendorAccount } from '../../../../domain/vendor.ts';

/** The methods that operators' use cases need. */
export type ManagedVendors = Omit<VendorDirectory, keyof IssuedKeys>;

/**
 * The vendor accounts and their keys. Any method can throw StoreUnavailable and still have done its work. Ids, names
 * and digests are any text, compared exactly.
 */
export interface VendorDirectory extends IssuedKeys {
  /** Adds an account. No two get the same name, however many are added at once. */
  add(account: VendorAccount): Promise<'added' | 'name-taken'>;

  /** Resolves to the account with this id, else with this name. */
  account(idOrName: string): Promise<VendorAccount | undefined>;

  holderOf(keyId: string): Promise<VendorAccount | undefined>;

  /** Resolves to all accounts, sorted by name. */
  accounts(): Promise<readonly VendorAccount[]>;

  /**
   * Changes an account's keys: writes the keys that `change` returns for the account as it is at that moment,
   * however many changes run at once, and resolves to the changed account. If `change` throws, nothing is
   * written and the error passes through. Resolves to `undefined` if there is no such account.
   */
  changeKeys(
    vendorId: string,
    change: (account: VendorAccount) => VendorAccount,
  ): Promise<VendorAccount | undefined>;
}
