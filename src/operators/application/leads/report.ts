import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';
import { Refused } from '../../domain/refused.ts';
import type { Day } from '../../domain/time-zone.ts';
import type { Tally } from '../../domain/work/tallied-lead.ts';
import { knownPeople } from '../known-people.ts';
import type { Needs } from '../operator-ports.ts';
import type { CountVendors, LeadCounts, Report, ReportLeads } from '../ports/inbound/report-use-cases.ts';
import type { ReportTally, Span } from '../ports/outbound/report-tally.ts';
import { ReportBook } from './report-book.ts';
import { Steps } from './steps.ts';

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
  for await (const { tallied, days } of tallies(await partsOf(whole, ports), ports))
    for (const tally of tallied) await book.add(tally, (moment) => dayIn(days, moment));
  return book.report();
}

/** Reads the store's tallies, one part ahead of the counting. */
async function* tallies(parts: readonly Part[], { report }: Pick<ReportPorts, 'report'>) {
  const left = [...parts];
  const asked: Promise<readonly Tally[]>[] = [];
  for (const { days } of parts) {
    for (const { span } of left.splice(0, 2 - asked.length)) {
      const tally = report.tally(span);
      tally.catch(() => {}); // thrown where it is awaited
      asked.push(tally);
    }
    yield { tallied: (await asked.shift()) ?? [], days };
  }
}

/**
 * Days that the store is asked for at once: with a million leads the answer is short enough to read without
 * delaying others, with ten million still not too long.
 */
const DAYS_AT_ONCE = 7;

/** Days, and their span: from the first day or lead to the next part or the last lead. */
interface Part {
  readonly span: Span;
  readonly days: readonly Day[];
}

/** Parts from the first lead to the last: the span itself may be a thousand years long. */
async function partsOf(
  span: Span,
  { leads, timeZone }: Needs<'leads' | 'timeZone'>,
): Promise<readonly Part[]> {
  const [[first], [last]] = await Promise.all([
    leads.deals({ ...span, limit: 1 }),
    leads.deals({ ...span, newest: true, limit: 1 }),
  ]);
  if (!first || !last) return [];
  const parts: Part[] = [];
  let since = first.receivedAt;
  const all = timeZone.days(first.receivedAt, last.receivedAt);
  for (let n = 0; n < all.length; n += DAYS_AT_ONCE) {
    const until = all[n + DAYS_AT_ONCE]?.begins ?? new Date(last.receivedAt.getTime() + 1);
    parts.push({ span: { since, until }, days: all.slice(n, n + DAYS_AT_ONCE) });
    since = until;
  }
  return parts;
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
