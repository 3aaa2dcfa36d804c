/**
 * Bytes of erased customers in a store's files, where no query finds them. Optional: a store that removes them by
 * itself has no such part. Any method can throw StoreUnavailable.
 */
export interface Remains {
  /** The customers whose bytes are still there; `undefined` if there are none. */
  owed(): Promise<OwedRemains | undefined>;

  /**
   * Removes what can be removed, and resolves to the rest. Unless `thoroughly`, holds others up for a moment at most,
   * and leaves what takes longer. Can be repeated, also by several at once.
   */
  remove(order: { readonly thoroughly: boolean }): Promise<OwedRemains | undefined>;
}

/** Erased customers of whom the store's files still have bytes. */
export interface OwedRemains {
  /** When the first of these customers was erased. */
  readonly since: Date;
  /** The reason why the bytes are still there, in a sentence. */
  readonly why: string;
}
