import type { Person } from '../../../domain/person.ts';

/** Who has ever signed in at the desk. Any method can throw StoreUnavailable and still have done its work. */
export interface People {
  /** Keeps somebody, in place of what was kept under this id. */
  keep(person: Person): Promise<void>;
  /** Everybody, in any order. */
  all(): Promise<readonly Person[]>;
}
