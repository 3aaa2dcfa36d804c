import { Refused } from '../../../domain/refused.ts';
import type { Day } from '../../../domain/time-zone.ts';
import type { TalliedLead } from '../../../domain/work/tallied-lead.ts';
import { StoreUnavailable } from '../../intake/ports/outbound/store.ts';
import { knownPeople } from '../known-people.ts';
import type { Needs } from '../operator-ports.ts';
import type { LeadCounts, Report, ReportLeads } from '../ports/inbound/report-use-cases.ts';
import type { Span } from '../ports/outbound/report-tally.ts';
import { ReportBook } from './report-book.ts';
import { Steps } from './steps.ts';

type ReportPorts = Needs<'people' | 'leads' | 'report' | 'clock' | 'timeZone' | 'answerGoal' | 'lostReasons'>;

/** Reports that are counted at once: each holds up everybody a little. */
const REPORTS_AT_ONCE = 2;

/** Reports that are counted or wait for their turn. */
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

async function count(whole: Span, ports: ReportPorts): Promise<Report> {
  const { clock, answerGoal: goal, lostReasons = [] } = ports;
  const steps = new Steps();
  const book = new ReportBook({ goal, now: clock(), people: await knownPeople(ports), lostReasons, steps });
  for await (const { leads, days } of tallies(await partsOf(whole, ports), ports))
    for (const lead of leads) {
      if (steps.isLong) await steps.next();
      book.add(lead, dayIn(days, lead.receivedAt));
    }
  return book.report();
}

/** While one part is counted, the store has the next one ready. */
async function* tallies(parts: readonly Part[], { report }: Pick<ReportPorts, 'report'>) {
  const left = [...parts];
  const asked: Promise<readonly TalliedLead[]>[] = [];
  for (const { days } of parts) {
    for (const { span } of left.splice(0, 2 - asked.length)) {
      const tally = report.tally(span);
      tally.catch(() => {}); // told once it is waited for
      asked.push(tally);
    }
    yield { leads: (await asked.shift()) ?? [], days };
  }
}

/** What the store is asked at once: of a million leads, reading the answer holds nobody up; of ten million, it is not too long. */
const DAYS_AT_ONCE = 7;

/** Days, and the span from the first of them, or the first lead, until the next ones, or the last lead. */
interface Part {
  readonly span: Span;
  readonly days: readonly Day[];
}

/** From the first lead to the last one: a span may be of a thousand years. */
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

/** The last day that has begun by then: of two that begin at once, the first has no time. */
function dayIn(days: readonly Day[], moment: Date): string {
  const time = moment.getTime(); // to compare dates takes ten times as long
  return days.findLast(({ begins }) => begins.getTime() <= time)?.day ?? '';
}

/**
 * The part of the ended leads that is won, from 0 to 1, without those that do not count; `undefined` if no other has ended.
 */
export const winRate = ({ won, lost, notCounted }: LeadCounts): number | undefined =>
  won + lost > notCounted ? won / (won + lost - notCounted) : undefined;
