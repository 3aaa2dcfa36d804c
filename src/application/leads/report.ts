import type { AnswerGoal } from '../../domain/answer-goal.ts';
import { isFinal } from '../../domain/lead-status.ts';
import type { LostReason } from '../../domain/lost-reason.ts';
import { Refused } from '../../domain/refused.ts';
import type { TimeZone } from '../../domain/time-zone.ts';
import type { LeadCounts, ReportLeads } from '../ports/inbound/operator.ts';
import type { BackOffice, Span, Tally } from '../ports/outbound/back-office.ts';
import type { Clock } from '../ports/outbound/runtime.ts';
import { answerReport } from './answers.ts';

interface ReportPorts {
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
    const { backOffice, answerGoal: goal, lostReasons: reasons = [] } = ports;
    const [tallies, { byDay, lost }, answers] = await Promise.all([
      backOffice.tally({ since, until }),
      talliesByDay({ since, until }, ports),
      backOffice.answers({ since, until }),
    ]);
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
      answers: answerReport(answers, { goal, now: ports.clock(), received: total.received }),
    };
  };

const wordsOf = (lostReason: string, reasons: readonly LostReason[]): string =>
  reasons.find(({ code }) => code === lostReason)?.words ?? lostReason;

/** Of the days from the first lead to the last one: a span may be of a thousand years. */
async function talliesByDay(
  span: Span,
  { backOffice, timeZone }: Pick<ReportPorts, 'backOffice' | 'timeZone'>,
) {
  const [[first], [last]] = await Promise.all([
    backOffice.deals({ ...span, limit: 1 }),
    backOffice.deals({ ...span, newest: true, limit: 1 }),
  ]);
  if (!first || !last) return { byDay: [], lost: [] };
  const received = { since: span.since, until: new Date(last.receivedAt.getTime() + 1) };
  const days = timeZone.days(first.receivedAt, last.receivedAt);
  const [byDay, lost] = await Promise.all([
    backOffice.tallyByDay(received, days),
    backOffice.tallyLost(received, days),
  ]);
  return { byDay, lost };
}

/**
 * The part of the ended leads that is won, from 0 to 1, without those that do not count; `undefined` if no other has ended.
 */
export const winRate = ({ won, lost, notCounted }: LeadCounts): number | undefined =>
  won + lost > notCounted ? won / (won + lost - notCounted) : undefined;

type Counted = Pick<Tally, 'status' | 'leads'>;
type NotCounted = Pick<Tally, 'leads'>;

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

const totalOf = (tallies: readonly Counted[], notCounted: readonly NotCounted[]): LeadCounts => ({
  ...tallies.reduce(counted, none),
  notCounted: notCounted.reduce((sum, { leads }) => sum + leads, 0),
});

/** Each group of leads, with those that do not count and are of the same group. */
function grouped<G extends object, T extends Counted, N extends NotCounted>(
  tallies: readonly T[],
  notCounted: readonly N[],
  groupOf: (tally: T | N) => G,
): (G & LeadCounts)[] {
  const keyOf = (tally: T | N) => JSON.stringify(Object.values(groupOf(tally)));
  const left = Map.groupBy(notCounted, keyOf);
  return [...Map.groupBy(tallies, keyOf)].flatMap(([key, group]) =>
    group[0] ? [{ ...groupOf(group[0]), ...totalOf(group, left.get(key) ?? []) }] : [],
  );
}

function summed<T extends NotCounted, G extends object>(
  tallies: readonly T[],
  groupOf: (tally: T) => G,
): (G & { readonly leads: number })[] {
  const groups = Map.groupBy(tallies, (tally) => JSON.stringify(Object.values(groupOf(tally))));
  return [...groups.values()].flatMap((group) =>
    group[0] ? [{ ...groupOf(group[0]), leads: group.reduce((sum, { leads }) => sum + leads, 0) }] : [],
  );
}
