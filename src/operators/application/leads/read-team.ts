import type { KnownPeople } from '../../domain/work/known-people.ts';
import { COMES_BACK_MS } from '../../domain/work/part-of-day.ts';
import { knownPeople } from '../known-people.ts';
import type { Needs } from '../operator-ports.ts';
import { givenToAll } from './given-leads.ts';
import { dueFor, requireLimit } from './list-leads.ts';

type TeamPorts = Needs<'leads' | 'people' | 'timeZone' | 'answerGoal' | 'clock'>;

/** People whose leads are counted at once. */
const AT_ONCE = 10;

/** Reads what each person, and nobody, has to do now; each number up to `most`. */
export type ReadTeam = (query: { readonly most: number }) => Promise<readonly TeamMember[]>;

/** What a person has to do now, whenever their leads came. */
export interface TeamMember {
  /** The person's id; `undefined`: nobody. */
  readonly owner: string | undefined;
  readonly open: number;
  /** Promises for today or before, also on leads of others. */
  readonly due: number;
  /** Leads whose customers wait for the first answer for longer than the goal. */
  readonly late: number;
  /** Leads that stand still, as on My day. */
  readonly still: number;
  /** Leads that others gave to them within two weeks and that they have not opened. */
  readonly given: number;
}

export const makeReadTeam =
  (ports: TeamPorts): ReadTeam =>
  async ({ most }) => {
    requireLimit(most);
    const known = await knownPeople(ports);
    const given = await givenToAll(ports, known, ports.clock());
    const members: TeamMember[] = [];
    const whose = [...known.all.map(({ id }) => id), undefined];
    for (let n = 0; n < whose.length; n += AT_ONCE)
      members.push(
        ...(await Promise.all(
          whose.slice(n, n + AT_ONCE).map(async (owner) => ({
            ...(await countsOf(ports, known, owner, most)),
            given: given.get(owner ?? '')?.length ?? 0,
          })),
        )),
      );
    return members;
  };

/** Counts what one person, or nobody, has to do now: each number by an index, up to `most`. */
async function countsOf(
  ports: TeamPorts,
  known: KnownPeople,
  owner: string | undefined,
  most: number,
): Promise<Omit<TeamMember, 'given'>> {
  const { leads, timeZone, answerGoal, clock } = ports;
  const now = clock();
  const ids = owner === undefined ? [] : known.idsOf(owner);
  const owners = owner === undefined ? [null] : ids;
  const endOfToday = timeZone.endOf(timeZone.dayOf(now)) ?? now;
  const [open = 0, late = 0, still = 0, due = 0] = await leads.countDeals(
    [
      { owners, open: true, known: true },
      { owners, unanswered: true, waitingBefore: answerGoal.lateBefore(now) },
      { owners, still: new Date(now.getTime() - COMES_BACK_MS), known: true },
      ...(owner === undefined ? [] : [{ ...dueFor(known, ids), due: endOfToday }]),
    ],
    most,
  );
  return { owner, open, due, late, still };
}
