import type { IssuedKey, KeyLife } from '../../../domain/issued-key.ts';
import type { Vendor } from '../../../domain/vendor.ts';

/** The keys that vendors hold. */
export interface ApiKeyDirectory {
  /**
   * Resolves to the key with this digest, whether or not it still works; `undefined` if unknown. Throws
   * StoreUnavailable, after five seconds at the latest, so that a request's key and lead together take no more
   * than fifteen.
   */
  find(digest: string): Promise<KnownKey | undefined>;
}

/**
 * A key's vendor, and the fields that decide whether the key works. A directory that leaves out `revoked` lets
 * revoked keys in.
 */
export interface KnownKey extends KeyLife, Partial<Pick<IssuedKey, 'id'>> {
  readonly vendor: Vendor;
}

/** Records that a key was used. Returns at once and never throws; a record may be lost. */
export type RecordKeyUse = (keyId: string, at: Date) => void;
