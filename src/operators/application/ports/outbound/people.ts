import type { Person } from '#operators/domain/work/person.ts';

/** Everybody who works with leads, or did. Any method can throw StoreUnavailable and still have done its work. */
export interface People {
  /** Keeps a person in place of the record with the same id. */
  keep(person: Person): Promise<void>;
  /**
   * Keeps a person unless there is a record with the same id. Resolves to whether it was kept: of simultaneous
   * calls, one is.
   */
  add(person: Person): Promise<boolean>;
  /** Resolves to everybody, in any order. */
  all(): Promise<readonly Person[]>;
}
