import type { IssuedKey } from '../../../../domain/issued-key.ts';
import type { Vendor, VendorAccount } from '../../../../domain/vendor.ts';
import type { RefusedRequest } from '../outbound/refusals.ts';
import type { Once } from './once.ts';
import type { By } from './people-use-cases.ts';

/** Opens an account. Throws Refused if the name is taken or not allowed. */
export type AddVendor = (order: Once & { readonly name: string; readonly by: By }) => Promise<VendorAccount>;

/** Lists the vendors that have accounts, sorted by name. */
export type NameVendors = () => Promise<readonly Vendor[]>;

/** Lists all accounts with their keys, sorted by name. */
export type ListVendors = () => Promise<readonly VendorAccount[]>;

/** Issues a key to a vendor. Throws Refused (`made-before`) if this order was carried out before. */
export type IssueKey = (
  order: Once & {
    readonly vendor: string;
    /** Milliseconds, up to ten years; `undefined`: the key does not expire. */
    readonly term?: number | undefined;
    readonly by: By;
  },
) => Promise<FreshKey>;

/** A new key. `text` is the key in plain text; it is returned this once and stored nowhere. */
export interface FreshKey {
  readonly text: string;
  readonly key: IssuedKey;
  readonly vendor: VendorAccount;
}

/**
 * Makes a link that shows a new key to whoever opens it first, within seven days. `text`: the key. Throws
 * Refused if it is not the key with this id.
 */
export type ShareKey = (order: {
  readonly keyId: string;
  readonly text: string;
  readonly by: By;
}) => Promise<{
  /** The text behind `/link/` in its address, which is kept nowhere. */
  readonly link: string;
  readonly expires: Date;
}>;

/** Shows an account with all keys ever issued to it. */
export type ListKeys = (query: { readonly vendor: string }) => Promise<VendorAccount>;

/**
 * Replaces a key. `overlap`: milliseconds, up to ten years, for which the old key keeps working, unless it
 * expires sooner.
 */
export type RotateKey = (order: {
  readonly keyId: string;
  readonly overlap: number;
  readonly by: By;
}) => Promise<FreshKey & { readonly old: IssuedKey }>;

/** Revokes a key for good, everywhere within five seconds. */
export type RevokeKey = (order: {
  readonly keyId: string;
  readonly by: By;
}) => Promise<{ readonly key: IssuedKey; readonly vendor: VendorAccount }>;

/** Lists every account, and every other vendor whose requests were lately refused. */
export type VendorActivity = () => Promise<readonly ActiveVendor[]>;

/** A vendor, and what it has lately sent. */
export interface ActiveVendor {
  readonly vendorId: string;
  /** `undefined` for a vendor from the configuration. */
  readonly account: VendorAccount | undefined;
  readonly lastLead: Date | undefined;
  /** Whether the vendor has sent leads, but none for a week. */
  readonly quiet: boolean;
  /** The vendor's last refused request of the last month. */
  readonly lastRefused: RefusedRequest | undefined;
}

/** Lists the last fifty refused requests of a vendor, newest first; empty if the store keeps none. */
export type ListRefusals = (query: {
  readonly vendor: string;
}) => Promise<{ readonly vendorId: string; readonly requests: readonly RefusedRequest[] }>;
