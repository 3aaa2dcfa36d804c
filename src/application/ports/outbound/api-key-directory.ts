/** The keys that vendors hold. */
export interface ApiKeyDirectory {
  /** The key with this digest, even if expired; `undefined` if unknown or revoked. Throws StoreUnavailable. */
  find(digest: string): Promise<KnownKey | undefined>;
}

export interface KnownKey {
  readonly vendor: { readonly id: string; readonly name: string };
  /** Only issued keys have one. */
  readonly id?: string | undefined;
  readonly expires?: Date | undefined;
  /** True if another key has replaced this one. */
  readonly replaced?: boolean | undefined;
}

/** Records that a key was used. Returns at once and never throws: a record may be lost, a request never. */
export type RecordKeyUse = (keyId: string, at: Date) => void;
