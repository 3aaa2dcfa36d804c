import type { IssuedKey } from './issued-key.ts';

/** A partner that submits leads. */
export interface Vendor {
  /** The id given with the account, or `configuredVendorId`. */
  readonly id: string;
  readonly name: string;
}

const CONFIGURED = 'static:';

/** The id of a vendor that has a key in the configuration but no account. */
export const configuredVendorId = (name: string): string => `${CONFIGURED}${name}`;

/** Whether the id is that of a vendor with a key in the configuration but no account. */
export const isConfiguredVendorId = (id: string): boolean => id.startsWith(CONFIGURED);

/** The name that people know a vendor by: its account's or the one in the configuration, else the id. */
export const vendorLabel = (id: string, accounts: readonly Vendor[]): string =>
  accounts.find((account) => account.id === id)?.name ??
  (isConfiguredVendorId(id) ? id.slice(CONFIGURED.length) : id);

/** A vendor with all the keys it was ever issued. */
export interface VendorAccount extends Vendor {
  readonly created: Date;
  readonly keys: readonly IssuedKey[];
}
