import { isFinal } from '../../domain/lead-status.ts';
import { Refused } from '../../domain/refused.ts';
import type { TimeZone } from '../../domain/time-zone.ts';
import type { LeadCounts, ReportLeads } from '../ports/inbound/operator.ts';
import type { BackOffice, DayTally, Span, Tally } from '../ports/outbound/back-office.ts';

interface ReportPorts {
  readonly backOffice: Pick<BackOffice, 'deals' | 'tally' | 'tallyByDay'>;
  /** Whose days it counts by. */
  readonly timeZone: TimeZone;
}

export const makeReportLeads =
  (ports: ReportPorts): ReportLeads =>
  async ({ since, until }) => {
    if (!(since < until))
      throw new Refused('invalid-span', 'A report needs a time that ends after it begins.');
    const [tallies, days] = await Promise.all([
      ports.backOffice.tally({ since, until }),
      tallyByDay({ since, until }, ports),
    ]);
    return {
      rows: grouped(tallies, ({ vendorId, dealType }) => ({ vendorId, dealType })),
      days: grouped(days, ({ day }) => ({ day })).sort((a, b) => (a.day < b.day ? -1 : 1)),
      total: tallies.reduce(counted, none),
    };
  };

/** Of the days from the first lead to the last one: a span may be of a thousand years. */
async function tallyByDay(span: Span, { backOffice, timeZone }: ReportPorts): Promise<readonly DayTally[]> {
  const [[first], [last]] = await Promise.all([
    backOffice.deals({ ...span, limit: 1 }),
    backOffice.deals({ ...span, newest: true, limit: 1 }),
  ]);
  if (!first || !last) return [];
  const until = new Date(last.receivedAt.getTime() + 1);
  return backOffice.tallyByDay(
    { since: span.since, until },
    timeZone.days(first.receivedAt, last.receivedAt),
  );
}

/** The part of the ended leads that is won, from 0 to 1; `undefined` if none has ended. */
export const winRate = ({ won, lost }: LeadCounts): number | undefined =>
  won + lost > 0 ? won / (won + lost) : undefined;

type Counted = Pick<Tally, 'status' | 'leads'>;

const none: LeadCounts = { received: 0, open: 0, won: 0, lost: 0 };

function counted({ received, open, won, lost }: LeadCounts, { status, leads }: Counted): LeadCounts {
  return {
    received: received + leads,
    open: open + (isFinal(status) ? 0 : leads),
    won: won + (status === 'Won' ? leads : 0),
    lost: lost + (status === 'Lost' ? leads : 0),
  };
}

function grouped<T extends Counted, G extends object>(
  tallies: readonly T[],
  groupOf: (tally: T) => G,
): (G & LeadCounts)[] {
  const groups = new Map<string, G & LeadCounts>();
  for (const tally of tallies) {
    const group = groupOf(tally);
    const key = JSON.stringify(group);
    groups.set(key, { ...group, ...counted(groups.get(key) ?? none, tally) });
  }
  return [...groups.values()];
}
