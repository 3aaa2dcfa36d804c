import { namedApart } from '../../domain/person.ts';
import { type AuditPorts, audited } from '../audited.ts';
import type { PeopleUseCases, PersonAtDesk } from '../ports/inbound/people.ts';
import type { Tickets } from '../ports/outbound/tickets.ts';
import { unknownPerson } from './known-people.ts';

export interface PeopleUseCasePorts extends AuditPorts {
  /** Absent with a store that cannot keep who is signed in. */
  readonly tickets?: Tickets | undefined;
}

export function makePeopleUseCases(ports: PeopleUseCasePorts): PeopleUseCases {
  const { people, tickets, clock } = ports;

  async function listPeople(): Promise<readonly PersonAtDesk[]> {
    const [known, held = []] = await Promise.all([people.all(), tickets?.sessions()]);
    const now = clock();
    const sessions = held.filter(({ expires }) => expires > now);
    const of = (id: string) => sessions.filter(({ holder }) => holder === id).length;
    return known
      .map((person) => ({ ...person, sessions: of(person.id) }))
      .sort((a, b) => Number(b.seen ?? 0) - Number(a.seen ?? 0));
  }

  return {
    namePeople: async () => namedApart(await people.all()),
    listPeople,
    async endSessions({ person: id, by }) {
      const person = (await people.all()).find((each) => each.id === id);
      if (!person) throw unknownPerson();
      return audited(ports, { by, action: 'desk.end-sessions', on: id }, async () => ({
        person,
        ended: (await tickets?.takeAllOf(id)) ?? 0,
      }));
    },
  };
}
