/**
 * Optional: what the files of a store still have of erased customers, although nothing finds it any more. Absent with a store
 * that sees to that by itself. Any method can throw StoreUnavailable.
 */
export interface Remains {
  /** What is owed; `undefined` if nothing is. */
  owed(): Promise<OwedRemains | undefined>;

  /**
   * Removes what can be removed, and resolves to what is owed then. Unless `thoroughly`, nobody else waits for it longer
   * than a moment: what takes longer stays owed. Can be repeated, by many at once.
   */
  remove(order: { readonly thoroughly: boolean }): Promise<OwedRemains | undefined>;
}

/** What a store has not removed yet. */
export interface OwedRemains {
  /** When the first of these customers was erased. */
  readonly since: Date;
  /** In a sentence: what it waits for. */
  readonly why: string;
}
