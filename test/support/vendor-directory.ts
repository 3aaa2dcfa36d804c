import type { IssuedKeys } from '../../src/application/ports/outbound/issued-keys.ts';
import type {
  ManagedVendors,
  VendorDirectory,
} from '../../src/operators/application/ports/outbound/vendor-directory.ts';

/** Accounts with their keys, which stores keep for others than operators. */
export const directoryOf = (keys: IssuedKeys, accounts: ManagedVendors): VendorDirectory => ({
  find: (digest) => keys.find(digest),
  markUsed: (keyId, at) => keys.markUsed(keyId, at),
  add: (account) => accounts.add(account),
  account: (idOrName) => accounts.account(idOrName),
  holderOf: (keyId) => accounts.holderOf(keyId),
  accounts: () => accounts.accounts(),
  changeKeys: (vendorId, change) => accounts.changeKeys(vendorId, change),
});
