import type { KeyLife, Vendor } from '../../../domain/vendor.ts';

/** The keys that vendors hold. */
export interface ApiKeyDirectory {
  /**
   * The key with this digest, whether or not it still works; `undefined` if unknown. Throws StoreUnavailable, after
   * five seconds at the latest: the request still has to wait for its lead.
   */
  find(digest: string): Promise<KnownKey | undefined>;
}

/** Whose key it is, and what decides whether it still works. */
export interface KnownKey extends KeyLife {
  readonly vendor: Vendor;
  /** Only issued keys have one. */
  readonly id?: string | undefined;
}

/** Records that a key was used. Returns at once and never throws: a record may be lost, a request never. */
export type RecordKeyUse = (keyId: string, at: Date) => void;
