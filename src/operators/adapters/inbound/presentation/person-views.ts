import type { PersonAtDesk } from '#operators/application/ports/inbound/people-use-cases.ts';
import type { Person } from '#operators/domain/work/person.ts';
import type { Columns } from './list.ts';

/** Names people who are still signed in and may be the person who was signed out. */
export const namesakesText = (people: readonly Pick<Person, 'id' | 'name'>[]): string =>
  `${people.map(({ id, name }) => `${name} (${id})`).join(', ')}, who ${
    people.length === 1 ? 'is another person' : 'are other people'
  } here with the same name or email: if they are one, link them first`;

export const sessionsText = (ended: number): string =>
  ended === 1 ? '1 session or link' : `${ended} sessions and links`;

export const personColumns = {
  id: { head: 'Id', in: ['terminal'], value: ({ id }) => id },
  name: { head: 'Name', value: ({ name }) => name },
  email: { head: 'Email', value: ({ email }) => email },
  role: { head: 'Role', value: ({ role }) => role },
  seen: { head: 'Last signed in', kind: 'time', value: ({ seen }) => seen },
  sessions: { head: 'Sessions', value: ({ sessions }) => sessions },
  left: { head: 'Left', kind: 'time', value: ({ left }) => left },
} as const satisfies Columns<Omit<PersonAtDesk, 'devices'>>;
