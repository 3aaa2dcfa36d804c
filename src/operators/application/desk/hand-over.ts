import { Refused } from '../../domain/refused.ts';
import type { KnownPeople } from '../../domain/work/known-people.ts';
import type { Person } from '../../domain/work/person.ts';
import { nameKey } from '../../domain/work/person-name.ts';
import { auditedEach } from '../audited.ts';
import { authorOf, knownPeople } from '../known-people.ts';
import { type AssignedLead, assignAll, ownerMeant } from '../leads/assign-lead.ts';
import type { ChangeLeadPorts } from '../leads/change-leads.ts';
import type { Needs } from '../operator-ports.ts';
import type { By } from '../ports/order.ts';
import { emailKey } from './manage-people.ts';
import { endTicketsOf, sessionsNow } from './open-sessions.ts';

/** Leads that are read at once. */
const GROUP = 100;

/**
 * Gives all open leads of somebody who leaves to another person, or to nobody, each as by `assignLead`. Leads
 * are assigned in groups, each when the caller asks for it; the same order again continues. The person who left
 * is no longer offered as an owner, until they sign in again. Throws Refused if both are the same person.
 */
export type HandOver = (order: {
  /** The name or id of the person who leaves. */
  readonly person: string;
  /** The name or id of the person who gets the leads; `undefined`: nobody. */
  readonly to: string | undefined;
  /** Whether to sign the person out everywhere as well. */
  readonly endSessions?: boolean | undefined;
  readonly by: By;
}) => Promise<{
  readonly person: Pick<Person, 'id' | 'name'>;
  /** The id of the person who gets the leads. */
  readonly owner: string | undefined;
  /** The time of the hand-over, by which it can be undone. */
  readonly at: Date;
  /** The number of sessions and links that ended. */
  readonly ended: number;
  /** Other people of the same name or email who are still signed in. */
  readonly namesakes: readonly Pick<Person, 'id' | 'name'>[];
  readonly leads: AsyncIterable<readonly AssignedLead[]>;
}>;

/**
 * Marks the person as gone and signs them out first, so that nobody gives them new leads; then moves their
 * leads.
 */
export const makeHandOver =
  (ports: ChangeLeadPorts & Needs<'tickets' | 'subscriptions'>): HandOver =>
  async ({ person: given, to, endSessions = false, by }) => {
    const { people, clock } = ports;
    const known = await knownPeople(ports);
    const person = known.meant(given);
    const { id } = person;
    const owner = to !== undefined && known.meant(to) === person ? id : ownerMeant(known, to);
    if (owner === id) throw new Refused('same-person', 'Nobody can be given their own leads.');
    const author = authorOf(by);
    const at = clock();
    const actions = [{ action: 'desk.hand-over', on: id, to: owner } as const];
    const leave = async () => {
      await people.keep({ ...person, left: at });
      return endSessions ? endTicketsOf(known.idsOf(id), ports) : 0;
    };
    const ended = await auditedEach(ports, { author, at, actions }, leave, () => ({ outcome: 'done' }));
    const alike = endSessions ? await signedInNamesakes(person, known, ports) : [];
    const namesakes = alike.filter((each) => each.id !== owner);
    return { person, owner: owner ?? undefined, at, ended, namesakes, leads: handedOver() };

    /** Reads the first page each time: leads that were moved, or closed meanwhile, no longer match. */
    async function* handedOver() {
      for (;;) {
        const open = await ports.leads.deals({
          owners: known.idsOf(id),
          open: true,
          known: true,
          limit: GROUP,
        });
        if (open.length === 0) return;
        const leads = open.map((deal) => ({ id: deal.id, seen: { owner: id } }));
        yield* assignAll(ports, { leads, owner, known, by: author, at });
      }
    }
  };

/**
 * People of the same name or email who are still signed in: perhaps they are the same person under another
 * account.
 */
async function signedInNamesakes(
  { id, name, email }: Person,
  known: KnownPeople,
  ports: Needs<'tickets' | 'clock'>,
): Promise<readonly Pick<Person, 'id' | 'name'>[]> {
  const holders = new Set((await sessionsNow(ports)).map(({ holder }) => known.idOf(holder)));
  const isAlike = (each: Person) =>
    nameKey(each.name) === nameKey(name) ||
    (email !== undefined && each.email !== undefined && emailKey(each.email) === emailKey(email));
  return known.all
    .filter((each) => each.id !== id && holders.has(each.id) && isAlike(each))
    .map((each) => ({ id: each.id, name: known.nameOf(each.id) }));
}
