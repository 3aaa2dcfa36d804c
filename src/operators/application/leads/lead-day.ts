import { openStatuses } from '../../../domain/lead-status.ts';
import type { DealSummary } from '../../domain/work/deal-summary.ts';
import type { KnownPeople } from '../../domain/work/known-people.ts';
import { comesBack, type Day, type PartOfDay, partOfDay } from '../../domain/work/part-of-day.ts';
import { stillSince } from '../../domain/work/still-since.ts';
import { authorOf, knownPeople } from '../known-people.ts';
import type { Needs } from '../operator-ports.ts';
import type { DayPart, LeadDay, ListedLead, ReadDay } from '../ports/inbound/lead-use-cases.ts';
import type { DealQuery } from '../ports/outbound/kept-leads.ts';
import { unopenedGifts } from './given-leads.ts';
import { LeadCursor } from './lead-cursor.ts';
import { listed } from './list-leads.ts';
import { readTaken } from './taken-follow-ups.ts';

type ReadDayPorts = Needs<'leads' | 'people' | 'audit' | 'timeZone' | 'answerGoal' | 'clock'>;

/** The most leads of a person's own that are read: beyond these, the day says that there are more. */
const MOST_OWN = 200;

export const makeReadDay =
  (ports: ReadDayPorts): ReadDay =>
  async ({ by: asking, most }) => {
    const { clock, timeZone, answerGoal } = ports;
    const now = clock();
    const { byId } = authorOf(asking);
    const known = await knownPeople(ports);
    const ids = byId === undefined ? [] : known.idsOf(byId);
    const endOfToday = timeZone.endOf(timeZone.dayOf(now)) ?? now;
    const day: Day = { ids, now, endOfToday, mayOwn: (id) => known.mayOwn(id) };
    const { due, own, inTime, late, nobodys, isCut } = await leadsOf(ports, day, { known, most });
    const leads = listed(uniqueOf([...due, ...own, ...inTime, ...late, ...nobodys]), answerGoal, now);
    const parts = Map.groupBy(leads, (lead) => partOfDay(lead, day));
    const part = (name: PartOfDay, order: (one: ListedLead, other: ListedLead) => number, isCut = false) =>
      shortened([...(parts.get(name) ?? [])].sort(order), most, isCut);
    return {
      taken: await readTaken(ports, ids, now),
      given: unopenedGifts(own, ids, now),
      promised: part(
        'promised',
        by(({ followUp }) => followUp?.at),
        due.length > most,
      ),
      fresh: part('fresh', leastTimeFirst, late.length > most),
      still: part('still', by(stillSince)),
      nobodys: part('nobodys', by(stillSince), isCut),
      others: part('others', by(comesBack), own.length > MOST_OWN),
    } satisfies LeadDay;
  };

/** Finds all leads that may stand in somebody's day, by owner, promise and status; one more of each than is shown. */
async function leadsOf(
  { leads, answerGoal }: ReadDayPorts,
  { ids, now, endOfToday }: Day,
  { known, most }: { readonly known: KnownPeople; readonly most: number },
) {
  const find = (query: Omit<DealQuery, 'limit'>, limit = most + 1) => leads.deals({ ...query, limit });
  const away = known.all.filter(({ id }) => !known.mayOwn(id)).flatMap(({ id }) => known.idsOf(id));
  const nobody = [null, ...away];
  const lateBefore = answerGoal.lateBefore(now);
  const after = (order: 'unanswered' | 'freshest') => LeadCursor.start(order, lateBefore).after;
  const waiting = { owners: [...ids, ...nobody], unanswered: true };
  const none: readonly DealSummary[] = [];
  const [due, own, inTime, late, ...nobodys] = await Promise.all([
    ids.length > 0 ? find({ ownersOrPromised: ids, due: endOfToday }) : none,
    ids.length > 0 ? find({ owners: ids, open: true, known: true }, MOST_OWN + 1) : none,
    find({ ...waiting, after: after('unanswered') }, 2 * most),
    find({ ...waiting, unplanned: true, newest: true, after: after('freshest') }),
    ...openStatuses.map((status) => find({ owners: nobody, status, known: true })),
  ]);
  const isCut = nobodys.some(({ length }) => length > most);
  return { due, own, inTime, late, nobodys: nobodys.flat(), isCut };
}

const uniqueOf = (leads: readonly DealSummary[]): DealSummary[] => [
  ...new Map(leads.map((lead) => [lead.id, lead])).values(),
];

const by =
  (timeOf: (lead: ListedLead) => Date | undefined) =>
  (one: ListedLead, other: ListedLead): number =>
    Number(timeOf(one)) - Number(timeOf(other));

/** Sorts leads by the time left to answer; after them the late ones, the latest first. */
function leastTimeFirst({ answer: one }: ListedLead, { answer: other }: ListedLead): number {
  if (!one || !other) return Number(!one) - Number(!other);
  if (one.isLate !== other.isLate) return Number(one.isLate) - Number(other.isLate);
  const earlier = one.since.getTime() - other.since.getTime();
  return one.isLate ? -earlier : earlier;
}

const shortened = (leads: readonly ListedLead[], most: number, isCut: boolean): DayPart => ({
  leads: leads.slice(0, most),
  more: isCut || leads.length > most,
});
