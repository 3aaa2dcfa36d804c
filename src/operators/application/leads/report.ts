import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';
import { Refused } from '../../domain/refused.ts';
import type { Day } from '../../domain/time-zone.ts';
import { knownPeople } from '../known-people.ts';
import type { Needs } from '../operator-ports.ts';
import type { CountVendors, LeadCounts, Report, ReportLeads } from '../ports/inbound/report-use-cases.ts';
import type { ReportTally, Span } from '../ports/outbound/report-tally.ts';
import { ReportBook, Steps } from './report-book.ts';

interface ReportPorts
  extends Needs<'people' | 'leads' | 'clock' | 'timeZone' | 'answerGoal' | 'lostReasons'> {
  readonly report: Pick<ReportTally, 'tally'>;
}

/** Reports that are counted at the same time: each slows everybody down a little. */
const REPORTS_AT_ONCE = 2;

/** The most reports that are counted or wait. */
const MOST_REPORTS = 20;

export function makeReportLeads(ports: ReportPorts): ReportLeads {
  const counting = new Set<Promise<Report>>();
  let asked = 0;
  return async ({ since, until }) => {
    if (!(since < until))
      throw new Refused('invalid-span', 'A report needs a time that ends after it begins.');
    if (asked >= MOST_REPORTS) throw new StoreUnavailable('more reports are asked for than are counted');
    asked += 1;
    try {
      while (counting.size >= REPORTS_AT_ONCE) await Promise.race(counting).catch(() => {});
      const report = count({ since, until }, ports).finally(() => counting.delete(report));
      counting.add(report);
      return await report;
    } finally {
      asked -= 1;
    }
  };
}

export const makeCountVendors =
  ({ report }: Needs<'report'>): CountVendors =>
  ({ spans }) =>
    Promise.all(spans.map((span) => report.vendors(span)));

async function count(whole: Span, ports: ReportPorts): Promise<Report> {
  const { clock, answerGoal: goal, lostReasons = [] } = ports;
  const steps = new Steps();
  const book = new ReportBook({ goal, now: clock(), people: await knownPeople(ports), lostReasons, steps });
  for await (const { tallied, days } of tallies(await daysOf(whole, ports), ports))
    for (const tally of tallied) await book.add(tally, (moment) => dayIn(days, moment));
  return book.report();
}

/**
 * The most days, and about the most leads, that the store is asked for at once: such an answer is read without delaying
 * others.
 */
const AT_ONCE = { days: 7, leads: 10_000 };

/** Reads the store's tallies of some days at a time, one answer ahead of the counting. */
async function* tallies(all: readonly ReportedDay[], { report }: Pick<ReportPorts, 'report'>) {
  let [next, size] = [0, 1];
  const ask = () => {
    const days = all.slice(next, next + size);
    next += size;
    const [first, last] = [days[0], days.at(-1)];
    if (!first || !last) return undefined;
    const tally = report.tally({ since: first.since, until: last.until });
    tally.catch(() => {}); // thrown where it is awaited
    return { days, tally };
  };
  for (let [part, ahead] = [ask(), ask()]; part; [part, ahead] = [ahead, ask()]) {
    const tallied = await part.tally;
    const leads = tallied.reduce((sum, tally) => sum + tally.leads.length, 0);
    size = leads > AT_ONCE.leads ? Math.max(1, Math.floor(size / 2)) : Math.min(2 * size, AT_ONCE.days);
    yield { tallied, days: part.days };
  }
}

interface ReportedDay extends Day, Span {}

/** The days from the first lead to the last: the span itself may be a thousand years long. */
async function daysOf(
  span: Span,
  { leads, timeZone }: Needs<'leads' | 'timeZone'>,
): Promise<readonly ReportedDay[]> {
  const [[first], [last]] = await Promise.all([
    leads.deals({ ...span, limit: 1 }),
    leads.deals({ ...span, newest: true, limit: 1 }),
  ]);
  if (!first || !last) return [];
  const end = new Date(last.receivedAt.getTime() + 1);
  return timeZone.days(first.receivedAt, last.receivedAt).map((day, n, all) => ({
    ...day,
    since: n === 0 ? first.receivedAt : day.begins,
    until: all[n + 1]?.begins ?? end,
  }));
}

/** The day of a moment. A day that begins when the next one does never matches. */
const dayIn = (days: readonly Day[], moment: number): string =>
  days.findLast(({ begins }) => begins.getTime() <= moment)?.day ?? '';

/**
 * The part of ended leads that is won, from 0 to 1, without those that do not count; `undefined` if none is
 * left.
 */
export const winRate = ({ won, lost, notCounted }: LeadCounts): number | undefined =>
  won + lost > notCounted ? won / (won + lost - notCounted) : undefined;
