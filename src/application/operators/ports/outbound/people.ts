import type { Person } from '../../../../domain/work/person.ts';

/** Who works with leads, or did. Any method can throw StoreUnavailable and still have done its work. */
export interface People {
  /** Keeps somebody, in place of what was kept under this id. */
  keep(person: Person): Promise<void>;
  /** Keeps somebody, unless somebody is kept under this id. Resolves to whether it did: of any number of calls at once, one. */
  add(person: Person): Promise<boolean>;
  /** Everybody, in any order. */
  all(): Promise<readonly Person[]>;
}
