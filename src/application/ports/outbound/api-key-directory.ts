import type { IssuedKey, KeyLife } from '../../../domain/issued-key.ts';
import type { Vendor } from '../../../domain/vendor.ts';

/** The keys that vendors hold. */
export interface ApiKeyDirectory {
  /**
   * The key with this digest, whether or not it still works; `undefined` if unknown. Throws StoreUnavailable, after
   * five seconds at the latest, so that a request's key and lead together take no more than fifteen.
   */
  find(digest: string): Promise<KnownKey | undefined>;
}

/** Whose key it is, and what decides whether it still works. Leaving out `revoked` would revive a revoked key. */
export interface KnownKey extends KeyLife, Partial<Pick<IssuedKey, 'id'>> {
  readonly vendor: Vendor;
}

/** Records that a key was used. Returns at once and never throws: a record may be lost, a request never. */
export type RecordKeyUse = (keyId: string, at: Date) => void;
