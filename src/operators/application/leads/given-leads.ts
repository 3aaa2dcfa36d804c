import { DAY_MS } from '../../domain/day.ts';
import type { DealSummary } from '../../domain/work/deal-summary.ts';
import type { KnownPeople } from '../../domain/work/known-people.ts';
import type { Needs } from '../operator-ports.ts';
import type { GivenLeads } from '../ports/inbound/lead-use-cases.ts';

/** How long My day tells of a new owner. */
export const TOLD_MS = 14 * DAY_MS;

/**
 * The leads that others gave to the person with these ids and that they have not opened since, grouped by gift, latest
 * first.
 */
export function unopenedGifts(
  leads: readonly DealSummary[],
  ids: readonly string[],
  now: Date,
): readonly GivenLeads[] {
  const since = now.getTime() - TOLD_MS;
  const given = leads
    .flatMap((lead) => (lead.assigned ? [{ lead, ...lead.assigned }] : []))
    .filter(({ at, openedAt }) => at.getTime() >= since && openedAt === null)
    .filter(({ byId }) => byId === undefined || !ids.includes(byId))
    .sort((one, other) => other.at.getTime() - one.at.getTime());
  const groups = Map.groupBy(given, ({ at, by, byId, from }) => `${at.getTime()} ${byId ?? by} ${from}`);
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
  { leads }: Needs<'leads'>,
  known: KnownPeople,
  now: Date,
): Promise<ReadonlyMap<string, readonly DealSummary[]>> {
  const givenSince = new Date(now.getTime() - TOLD_MS);
  const found = await leads.deals({ givenSince, open: true, known: true, limit: MOST_GIVEN });
  const owned = found.flatMap((lead) => (lead.owner === undefined ? [] : [{ lead, owner: lead.owner }]));
  const byOwner = Map.groupBy(owned, ({ owner }) => known.idOf(owner));
  return new Map(
    [...byOwner].map(([id, some]) => {
      const theirs = some.map(({ lead }) => lead);
      return [id, unopenedGifts(theirs, known.idsOf(id), now).flatMap((gift) => gift.leads)];
    }),
  );
}

/** The ids of leads that these owners, or all people, were given and have not opened; if none, an id of no lead. */
export async function givenIds(
  ports: Needs<'leads'>,
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
