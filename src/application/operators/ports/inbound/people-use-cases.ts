import type { EmailAddress } from '../../../../domain/intake/email-address.ts';
import type { DeskRole } from '../../../../domain/work/desk-role.ts';
import type { Author, NamedPerson, Person } from '../../../../domain/work/person.ts';
import type { Once } from './once.ts';

/** Who acts: a name, which means nobody; or whoever has signed in, by name and id. */
export type By = string | Author;

/** Who works at the desk. A person is meant by an id, or by a name that one person has; else Refused is thrown. */
export interface PeopleUseCases {
  readonly namePeople: NamePeople;
  readonly listPeople: ListPeople;
  readonly addPerson: AddPerson;
  readonly linkPeople: LinkPeople;
  readonly endSessions: EndSessions;
  readonly invitePerson: InvitePerson;
}

/** What to call each of those who work with leads, or did, so that no two are called the same; sorted by name. */
export type NamePeople = () => Promise<readonly NamedPerson[]>;

/** Everybody who has signed in or was added, whoever signed in last first. */
export type ListPeople = () => Promise<readonly PersonAtDesk[]>;

/**
 * Adds somebody, so that leads can be theirs before they sign in. They are whoever signs in first with an account whose
 * `email` the provider has verified. Throws Refused if somebody has the name or the email, it can be no name, or there are
 * too many people.
 */
export type AddPerson = (
  order: {
    readonly name: string;
    readonly email?: EmailAddress | undefined;
    readonly role?: DeskRole | undefined;
    readonly by: By;
  } & Once,
) => Promise<Person>;

/**
 * Makes two that are one be one: `account`, who is meant from then on by the name and id of `person`, too, and has their
 * leads, history and sessions. Of several who are called the same, a name means the one that is not the other. Throws
 * Refused if they are one.
 */
export type LinkPeople = (order: {
  readonly person: string;
  readonly account: string;
  readonly by: By;
}) => Promise<{
  /** Who they are now. */
  readonly person: Person;
  /** Who was linked. */
  readonly linked: Person;
}>;

/** Signs somebody out everywhere; links made for them no longer work. */
export type EndSessions = (order: { readonly person: string; readonly by: By }) => Promise<{
  readonly person: Person;
  /** How many sessions and links there were. */
  readonly ended: number;
}>;

/**
 * Makes a link that signs somebody in at the desk, once, within a day, as what they are. Ended with their sessions, as by a
 * hand-over. Throws Refused for who has left.
 */
export type InvitePerson = (order: { readonly person: string; readonly by: By }) => Promise<{
  readonly person: Pick<Person, 'id' | 'name'>;
  /** The text behind `/link/` in its address, shown this once. */
  readonly link: string;
  readonly expires: Date;
  readonly role: DeskRole;
}>;

/** A person, and in how many browsers they are signed in. */
export interface PersonAtDesk extends Person {
  readonly sessions: number;
}
