import { operatorName } from '../../domain/operator-name.ts';
import type { Person } from '../../domain/person.ts';
import { Refused } from '../../domain/refused.ts';
import { type AuditPorts, audited } from '../audited.ts';
import type { PeopleUseCases, PersonAtDesk } from '../ports/inbound/people.ts';
import type { People } from '../ports/outbound/people.ts';
import type { Digest } from '../ports/outbound/runtime.ts';
import type { Tickets } from '../ports/outbound/tickets.ts';

export interface PeoplePorts {
  /** Absent with a store that keeps no people: then a name means whoever goes by that name alone. */
  readonly people?: People | undefined;
  readonly digest: Digest;
}

/** Whom an account, or a name without one, is; the same on every server, and nobody else. */
export const personId = (
  digest: Digest,
  of: { readonly issuer: string; readonly account: string } | { readonly name: string },
): string =>
  `per_${digest(JSON.stringify('issuer' in of ? [of.issuer, of.account] : [of.name])).slice(0, 32)}`;

/** Everybody who is called this, or has this id. */
export async function peopleNamed({ people }: PeoplePorts, nameOrId: string): Promise<readonly Person[]> {
  const all = (await people?.all()) ?? [];
  const one = all.filter(({ id }) => id === nameOrId);
  return one.length > 0 ? one : all.filter(({ name }) => name === nameOrId);
}

/**
 * Whom this name or id means: the one person who is called so, else whoever goes by that name alone. Throws Refused if
 * it is no name, or several accounts have it.
 */
export async function personNamed(
  ports: PeoplePorts,
  nameOrId: string,
): Promise<Pick<Person, 'id' | 'name'>> {
  const name = operatorName(nameOrId);
  const byNameAlone = { id: personId(ports.digest, { name }), name };
  const found = await peopleNamed(ports, name);
  if (found.length <= 1) return found[0] ?? byNameAlone;
  if (found.some(({ id }) => id === byNameAlone.id)) return byNameAlone;
  throw new Refused(
    'several-people',
    `${found.length} people have this name: give the id of one, which the desk shows under People.`,
  );
}

interface PeopleUseCasePorts extends AuditPorts, PeoplePorts {
  /** Absent with a store that cannot keep who is signed in. */
  readonly tickets?: Tickets | undefined;
}

export function makePeopleUseCases(ports: PeopleUseCasePorts): PeopleUseCases {
  const { people, tickets, clock } = ports;

  async function listPeople(): Promise<readonly PersonAtDesk[]> {
    const [known = [], held = []] = await Promise.all([people?.all(), tickets?.sessions()]);
    const now = clock();
    const sessions = held.filter(({ expires }) => expires > now);
    const of = (id: string) => sessions.filter(({ holder }) => holder === id).length;
    return known
      .map((person) => ({ ...person, sessions: of(person.id) }))
      .sort((a, b) => Number(b.seen ?? 0) - Number(a.seen ?? 0));
  }

  return {
    listPeople,
    async endSessions({ person: id, by }) {
      const person = (await listPeople()).find((each) => each.id === id);
      if (!person) throw new Refused('unknown-person', 'Nobody has this id.');
      return audited(ports, { by, action: 'desk.end-sessions', on: id }, async () => ({
        person,
        ended: (await tickets?.takeAllOf(id)) ?? 0,
      }));
    },
  };
}
