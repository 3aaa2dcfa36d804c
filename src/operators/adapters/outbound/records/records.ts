/** The values of some fields, which are text. */
export type Like<T> = { readonly [K in keyof T]?: T[K] & string };

/**
 * Few records of one kind in a store. Values are compared exactly. Any method can throw StoreUnavailable and still
 * have done its work.
 */
export interface Records<T> {
  /** Resolves to a record with these values, as it is now. */
  find(like: Like<T>): Promise<T | undefined>;
  /** Resolves to all records, or to those with these values, in any order. */
  all(like?: Like<T>): Promise<readonly T[]>;
  /** Adds a record unless there is one with its key. Resolves to whether it was added: of simultaneous calls, one is. */
  add(record: T): Promise<boolean>;
  /** Keeps a record in place of the one with its key. */
  keep(record: T): Promise<void>;
  /**
   * Writes what `decide` returns for a record as it is at that moment, however many changes run at once, and resolves
   * to that. If `decide` throws, nothing is written and the error passes through. `undefined`: there is none.
   */
  change(like: Like<T>, decide: (record: T) => T): Promise<T | undefined>;
  /** Removes a record and resolves to it: of simultaneous calls, one gets it. */
  take(like: Like<T>): Promise<T | undefined>;
  /** Removes all records with these values. Resolves to how many there were. */
  remove(like: Like<T>): Promise<number>;
}
