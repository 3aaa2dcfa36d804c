import { DAY_MS } from '../../domain/day.ts';
import type { DealSummary } from '../../domain/work/deal-summary.ts';
import type { Needs } from '../operator-ports.ts';
import type { GivenLeads } from '../ports/inbound/lead-use-cases.ts';

/** How long, and for how many leads at most, My day tells of a new owner. */
const TOLD_MS = 14 * DAY_MS;
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
