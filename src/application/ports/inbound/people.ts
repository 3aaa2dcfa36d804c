import type { Person } from '../../../domain/person.ts';

/** Who works at the desk. */
export interface PeopleUseCases {
  readonly listPeople: ListPeople;
  readonly endSessions: EndSessions;
}

/** Everybody who was let in, whoever signed in last first. Empty with a store that keeps no people. */
export type ListPeople = () => Promise<readonly PersonAtDesk[]>;

/** Signs somebody out everywhere; links made for them no longer work. Throws Refused if nobody has this id. */
export type EndSessions = (order: { readonly person: string; readonly by: string }) => Promise<{
  readonly person: Person;
  /** How many sessions and links there were. */
  readonly ended: number;
}>;

/** A person, and in how many browsers they are signed in. */
export interface PersonAtDesk extends Person {
  readonly sessions: number;
}
