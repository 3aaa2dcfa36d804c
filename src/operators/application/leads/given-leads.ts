import { DAY_MS } from '../../domain/day.ts';
import type { DealSummary } from '../../domain/work/deal-summary.ts';
import type { KnownPeople } from '../../domain/work/known-people.ts';
import type { Author } from '../../domain/work/person.ts';
import type { Needs } from '../operator-ports.ts';

/** Leads that somebody gave to this person at once. */
export interface GivenLeads extends Author {
  readonly at: Date;
  /** The id of the owner before; `undefined`: nobody. */
  readonly from: string | undefined;
  readonly leads: readonly DealSummary[];
}

/** How long, and for how many leads at most, My day tells of a new owner. */
export const TOLD_MS = 14 * DAY_MS;
const MOST_LOOKED_UP = 50;

/**
 * Leads that others gave to the person with these ids and that they have not opened since, grouped by gift, latest
 * first.
 */
export async function readGiven(
  { audit }: Needs<'audit'>,
  leads: readonly DealSummary[],
  ids: readonly string[],
  now: Date,
): Promise<readonly GivenLeads[]> {
  const since = now.getTime() - TOLD_MS;
  const given = leads
    .flatMap((lead) => (lead.assigned ? [{ lead, ...lead.assigned }] : []))
    .filter(({ at, byId }) => at.getTime() >= since && !(byId !== undefined && ids.includes(byId)))
    .sort((one, other) => other.at.getTime() - one.at.getTime());
  const latest = given.slice(0, MOST_LOOKED_UP);
  const isSeen = async ({ lead, at }: (typeof given)[number]) =>
    (await audit.entries({ on: lead.id, by: { ids }, since: new Date(at.getTime() + 1), limit: 1 })).length >
    0;
  const seen = await Promise.all(latest.map(isSeen));
  const unseen = given.filter((_, n) => !seen[n]);
  const groups = Map.groupBy(unseen, ({ at, by, byId, from }) => `${at.getTime()} ${byId ?? by} ${from}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { at, by, byId, from } = first;
    return [{ at, by, byId, from, leads: group.map(({ lead }) => lead) }];
  });
}

/** The most leads given lately that are looked through for all people together. */
const MOST_GIVEN = 500;

/** Resolves to the leads that each person was given and has not opened, by the person's id. */
export async function givenToAll(
  ports: Needs<'leads' | 'audit'>,
  known: KnownPeople,
  now: Date,
): Promise<ReadonlyMap<string, readonly DealSummary[]>> {
  const givenSince = new Date(now.getTime() - TOLD_MS);
  const leads = await ports.leads.deals({ givenSince, open: true, known: true, limit: MOST_GIVEN });
  const owned = leads.flatMap((lead) => (lead.owner === undefined ? [] : [{ lead, owner: lead.owner }]));
  const byOwner = Map.groupBy(owned, ({ owner }) => known.idOf(owner));
  const given = [...byOwner].map(async ([id, some]) => {
    const theirs = some.map(({ lead }) => lead);
    const gifts = await readGiven(ports, theirs, known.idsOf(id), now);
    return [id, gifts.flatMap((gift) => gift.leads)] as const;
  });
  return new Map(await Promise.all(given));
}

/** The ids of leads that these owners, or all people, were given and have not opened; if none, an id of no lead. */
export async function givenIds(
  ports: Needs<'leads' | 'audit'>,
  known: KnownPeople,
  owners: readonly (string | null)[] | undefined,
  now: Date,
): Promise<readonly string[]> {
  const given = await givenToAll(ports, known, now);
  const wanted = [...given].filter(
    ([id]) => !owners || known.idsOf(id).some((each) => owners.includes(each)),
  );
  const ids = wanted.flatMap(([, leads]) => leads.map(({ id }) => id));
  return ids.length > 0 ? ids : [''];
}
