import type { DeskRole } from '#operators/domain/work/desk-role.ts';
import type { Author, NamedPerson, Person } from '#operators/domain/work/person.ts';
import type { EmailAddress } from '../../../../domain/email-address.ts';
import type { Device } from '../outbound/tickets.ts';
import type { Once } from './once.ts';

/** Who acts: somebody signed in, with name and id, or a mere name, which stands for no known person. */
export type By = string | Author;

/**
 * Everything about the people at the desk. A person is given by id, or by a name that only one has; else
 * Refused is thrown.
 */
export interface PeopleUseCases {
  readonly namePeople: NamePeople;
  readonly listPeople: ListPeople;
  readonly addPerson: AddPerson;
  readonly linkPeople: LinkPeople;
  readonly endSessions: EndSessions;
  readonly invitePerson: InvitePerson;
}

/** Lists everybody who works with leads, or did, under names that no two share; sorted by name. */
export type NamePeople = () => Promise<readonly NamedPerson[]>;

/** Lists everybody who has signed in or was added, the last sign-in first. */
export type ListPeople = () => Promise<readonly PersonAtDesk[]>;

/**
 * Adds somebody, so that they can own leads before they sign in. The first account to sign in whose `email` the
 * provider has verified is theirs. Throws Refused if somebody has the name or email, the name is not allowed,
 * or there are too many people.
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
 * Links two records of one person. `account` stays, is meant by the name and id of `person` as well, and gets
 * the leads, history and sessions. If several have one name, it means the one that is not the other. Throws
 * Refused if both are one already.
 */
export type LinkPeople = (order: {
  readonly person: string;
  readonly account: string;
  readonly by: By;
}) => Promise<{
  /** The person after the link. */
  readonly person: Person;
  /** The record that was linked to that person. */
  readonly linked: Person;
}>;

/**
 * Signs somebody out everywhere; links made for them no longer work. `only`: the id of the one session to end, or
 * `links` for nothing but their links.
 */
export type EndSessions = (order: {
  readonly person: string;
  readonly only?: string | undefined;
  readonly by: By;
}) => Promise<{
  readonly person: Person;
  /** The number of sessions and links that ended. */
  readonly ended: number;
}>;

/**
 * Makes a link by which a person signs in at the desk, once, within a day, with their role. It ends with their
 * sessions, as in a hand-over. Throws Refused for a person who has left.
 */
export type InvitePerson = (order: { readonly person: string; readonly by: By }) => Promise<{
  readonly person: Pick<Person, 'id' | 'name'>;
  /** The text behind `/link/` in its address, shown this once. */
  readonly link: string;
  readonly expires: Date;
  readonly role: DeskRole;
}>;

/** A person, and the number of browsers in which they are signed in. */
export interface PersonAtDesk extends Person {
  readonly sessions: number;
  /** Each of these sessions, the earliest first. */
  readonly devices: readonly OpenSession[];
}

/** A session for those who may end it. */
export interface OpenSession {
  readonly id: string;
  /** Absent in sessions begun by an earlier release. */
  readonly since?: Date | undefined;
  readonly device?: Device | undefined;
  readonly isOwn: boolean;
  readonly expires: Date;
}
