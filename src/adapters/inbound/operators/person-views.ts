import type { PersonAtDesk } from '../../../application/operators/ports/inbound/people-use-cases.ts';
import type { Contact, CustomerAsSent } from '../../../domain/intake/contact.ts';
import type { FollowUp } from '../../../domain/work/activity.ts';
import {
  authorNow,
  type NamedPerson,
  type Person,
  personName,
  personWith,
} from '../../../domain/work/person.ts';
import type { Columns } from './list.ts';
import { shownAs } from './shapes/parts.ts';
import { AddedPerson } from './shapes/person-shapes.ts';

export const contactView = ({ firstName, lastName, email, phone, zip }: Contact) => ({
  ...{ firstName, lastName, email: email?.value, phone: phone?.value, zip },
});

/** The view of what may be gone. */
export const orNull = <T, V>(view: (value: T) => V, value: T | undefined): V | null =>
  value === undefined ? null : view(value);

/** Who takes care of a lead. */
export const ownerView = (id: string | undefined, people: readonly NamedPerson[]) =>
  id === undefined ? undefined : { id: personWith(id, people)?.id ?? id, name: personName(id, people) };

/** With what its author is called today. */
export const followUpNow = <F extends FollowUp | undefined>(followUp: F, people: readonly NamedPerson[]) =>
  followUp?.by === undefined
    ? followUp
    : { ...followUp, ...authorNow({ by: followUp.by, byId: followUp.byId }, people) };

/** A name as a lead gave it. */
export const customerView = ({ firstName, lastName, email, phone }: CustomerAsSent) => ({
  ...{ firstName, lastName, email: email?.value, phone: phone?.value },
});

/** Who is signed in and may be somebody who was to be signed out. */
export const namesakesText = (people: readonly Pick<Person, 'id' | 'name'>[]): string =>
  `${people.map(({ id, name }) => `${name} (${id})`).join(', ')}, who ${
    people.length === 1 ? 'is another person' : 'are other people'
  } here with the same name or email: if they are one, link them first`;

export const sessionsText = (ended: number): string =>
  ended === 1 ? '1 session or link' : `${ended} sessions and links`;

/** Somebody who was added. */
export const addedPersonView = (person: Person) => shownAs(AddedPerson, person);

/** Somebody who works with leads. */
export const personView = ({ id, name, email, role, seen, left, sessions }: PersonAtDesk) => ({
  id,
  name,
  email,
  role,
  seen,
  left,
  sessions,
});

export const personColumns = {
  id: { head: 'Id', in: ['terminal'], value: ({ id }) => id },
  name: { head: 'Name', value: ({ name }) => name },
  email: { head: 'Email', value: ({ email }) => email },
  role: { head: 'Role', value: ({ role }) => role },
  seen: { head: 'Last signed in', kind: 'time', value: ({ seen }) => seen },
  sessions: { head: 'Sessions', value: ({ sessions }) => sessions },
  left: { head: 'Left', kind: 'time', value: ({ left }) => left },
} as const satisfies Columns<PersonAtDesk>;
