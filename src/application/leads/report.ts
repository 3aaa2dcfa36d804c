import type { AnswerGoal } from '../../domain/answer-goal.ts';
import { isFinal } from '../../domain/lead-status.ts';
import type { LostReason } from '../../domain/lost-reason.ts';
import { Refused } from '../../domain/refused.ts';
import type { Day, TimeZone } from '../../domain/time-zone.ts';
import { knownPeople, type PeoplePorts } from '../desk/known-people.ts';
import type { LeadCounts, ReportLeads } from '../ports/inbound/report.ts';
import type { BackOffice, DayTally, LostTally, Span, Tally } from '../ports/outbound/back-office.ts';
import type { Clock } from '../ports/outbound/runtime.ts';
import { AnswerBook } from './answers.ts';
import { groupsOf, keyOf } from './group-leads.ts';

interface ReportPorts extends Pick<PeoplePorts, 'people'> {
  readonly backOffice: Pick<BackOffice, 'deals' | 'tally' | 'tallyByDay' | 'tallyLost' | 'answers'>;
  readonly clock: Clock;
  /** Whose days it counts by. */
  readonly timeZone: TimeZone;
  readonly answerGoal: AnswerGoal;
  /** By default there are none. */
  readonly lostReasons?: readonly LostReason[] | undefined;
}

export const makeReportLeads =
  (ports: ReportPorts): ReportLeads =>
  async ({ since, until }) => {
    if (!(since < until))
      throw new Refused('invalid-span', 'A report needs a time that ends after it begins.');
    const { backOffice, answerGoal, lostReasons: reasons = [] } = ports;
    const people = await knownPeople(ports);
    const answers = new AnswerBook(answerGoal, ports.clock(), (id) => people.idOf(id));
    const [tallies, byDay]: [Tally[], DayTally[]] = [[], []];
    const lost: LostTally[] = [];
    for (const { span, days } of await partsOf({ since, until }, ports)) {
      const found = await Promise.all([
        backOffice.tally(span),
        backOffice.tallyByDay(span, days),
        backOffice.tallyLost(span, days),
        backOffice.answers(span),
      ]);
      tallies.push(...found[0]);
      byDay.push(...found[1]);
      lost.push(...found[2]);
      answers.add(found[3]);
    }
    const left = new Set(reasons.flatMap(({ code, counts }) => (counts ? [] : [code])));
    const notCounted = lost.filter(({ lostReason }) => left.has(lostReason));
    const total = totalOf(tallies, notCounted);
    return {
      rows: grouped(tallies, notCounted, ({ vendorId, dealType }) => ({ vendorId, dealType })),
      days: grouped(byDay, notCounted, ({ day }) => ({ day })).sort((a, b) => (a.day < b.day ? -1 : 1)),
      total,
      lost: summed(lost, ({ vendorId, dealType, lostReason }) => ({ vendorId, dealType, lostReason })).map(
        (each) => ({ ...each, words: wordsOf(each.lostReason, reasons) }),
      ),
      answers: answers.report(total.received),
    };
  };

/** What the store is asked at once: ten million leads would take it longer than a command may. */
const DAYS_AT_ONCE = 31;

/** Days, and the span from the first of them, or the first lead, until the next ones, or the last lead. */
interface Part {
  readonly span: Span;
  readonly days: readonly Day[];
}

/** From the first lead to the last one: a span may be of a thousand years. */
async function partsOf(
  span: Span,
  { backOffice, timeZone }: Pick<ReportPorts, 'backOffice' | 'timeZone'>,
): Promise<readonly Part[]> {
  const [[first], [last]] = await Promise.all([
    backOffice.deals({ ...span, limit: 1 }),
    backOffice.deals({ ...span, newest: true, limit: 1 }),
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

const wordsOf = (lostReason: string, reasons: readonly LostReason[]): string =>
  reasons.find(({ code }) => code === lostReason)?.words ?? lostReason;

/**
 * The part of the ended leads that is won, from 0 to 1, without those that do not count; `undefined` if no other has ended.
 */
export const winRate = ({ won, lost, notCounted }: LeadCounts): number | undefined =>
  won + lost > notCounted ? won / (won + lost - notCounted) : undefined;

type Counted = Pick<Tally, 'status' | 'leads'>;
type Leads = Pick<Tally, 'leads'>;

const none: LeadCounts = { received: 0, open: 0, won: 0, lost: 0, notCounted: 0 };

function counted(counts: LeadCounts, { status, leads }: Counted): LeadCounts {
  const { received, open, won, lost } = counts;
  return {
    ...counts,
    received: received + leads,
    open: open + (isFinal(status) ? 0 : leads),
    won: won + (status === 'Won' ? leads : 0),
    lost: lost + (status === 'Lost' ? leads : 0),
  };
}

/** `notCounted`: those of the leads that do not count for the win rate. */
const totalOf = (tallies: readonly Counted[], notCounted: readonly Leads[]): LeadCounts => ({
  ...tallies.reduce(counted, none),
  notCounted: leadsOf(notCounted),
});

const leadsOf = (tallies: readonly Leads[]): number => tallies.reduce((sum, { leads }) => sum + leads, 0);

/** Each group of leads, with those of `notCounted` that are of the same group. */
function grouped<G extends object, T extends Counted, L extends Leads>(
  tallies: readonly T[],
  notCounted: readonly L[],
  groupOf: (tally: T | L) => G,
): (G & LeadCounts)[] {
  const leftOut = Map.groupBy(notCounted, (each) => keyOf(groupOf(each)));
  return groupsOf(tallies, groupOf).map(({ group, members }) => ({
    ...group,
    ...totalOf(members, leftOut.get(keyOf(group)) ?? []),
  }));
}

const summed = <T extends Leads, G extends object>(
  tallies: readonly T[],
  groupOf: (tally: T) => G,
): (G & { readonly leads: number })[] =>
  groupsOf(tallies, groupOf).map(({ group, members }) => ({ ...group, leads: leadsOf(members) }));
