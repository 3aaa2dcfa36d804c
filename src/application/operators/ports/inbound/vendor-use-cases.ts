import type { IssuedKey } from '../../../../domain/intake/issued-key.ts';
import type { Vendor, VendorAccount } from '../../../../domain/intake/vendor.ts';
import type { RefusedRequest } from '../outbound/refusals.ts';
import type { Once } from './once.ts';
import type { By } from './people-use-cases.ts';

/** Opens an account. Throws Refused if the name is taken or is none. */
export type AddVendor = (order: Once & { readonly name: string; readonly by: By }) => Promise<VendorAccount>;

/** The vendors that have accounts, sorted by name. */
export type NameVendors = () => Promise<readonly Vendor[]>;

/** All accounts, with their keys, sorted by name. */
export type ListVendors = () => Promise<readonly VendorAccount[]>;

/** Issues a key to a vendor. Throws Refused (`made-before`) if this order was carried out before. */
export type IssueKey = (
  order: Once & {
    readonly vendor: string;
    /** Milliseconds, up to ten years; `undefined` if the key does not expire. */
    readonly term?: number | undefined;
    readonly by: By;
  },
) => Promise<FreshKey>;

/** `text` is the key in plain text. It is returned this once and stored nowhere. */
export interface FreshKey {
  readonly text: string;
  readonly key: IssuedKey;
  readonly vendor: VendorAccount;
}

/** The account with all keys that it was ever issued. */
export type ListKeys = (query: { readonly vendor: string }) => Promise<VendorAccount>;

/** `overlap`: milliseconds, up to ten years, for which the old key keeps working, unless it expires sooner. */
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

/** Every account, and every other vendor that was lately refused something. */
export type VendorActivity = () => Promise<readonly ActiveVendor[]>;

/** What a vendor has lately sent. */
export interface ActiveVendor {
  readonly vendorId: string;
  /** `undefined` for a vendor of the configuration. */
  readonly account: VendorAccount | undefined;
  readonly lastLead: Date | undefined;
  /** It has sent leads, but none for a week. */
  readonly quiet: boolean;
  /** Its last request that was refused, in the last month. */
  readonly lastRefused: RefusedRequest | undefined;
}

/** The last fifty requests of a vendor that were refused, the newest first; none with a store that keeps none. */
export type ListRefusals = (query: {
  readonly vendor: string;
}) => Promise<{ readonly vendorId: string; readonly requests: readonly RefusedRequest[] }>;
