import type { Author, NamedPerson, Person } from '../../../domain/person.ts';

/** Who acts: the name of a person, or their id; or whoever has signed in, by both. */
export type By = string | Author;

/** Who works at the desk. */
export interface PeopleUseCases {
  readonly namePeople: NamePeople;
  readonly listPeople: ListPeople;
  readonly endSessions: EndSessions;
}

/** What to call each of those who work with leads, or did, so that no two are called the same; sorted by name. */
export type NamePeople = () => Promise<readonly NamedPerson[]>;

/** Everybody who was let in or named as an owner, whoever signed in last first. */
export type ListPeople = () => Promise<readonly PersonAtDesk[]>;

/** Signs somebody out everywhere; links made for them no longer work. Throws Refused if nobody has this id. */
export type EndSessions = (order: { readonly person: string; readonly by: By }) => Promise<{
  readonly person: Person;
  /** How many sessions and links there were. */
  readonly ended: number;
}>;

/** A person, and in how many browsers they are signed in. */
export interface PersonAtDesk extends Person {
  readonly sessions: number;
}
