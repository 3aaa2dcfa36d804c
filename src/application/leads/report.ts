import { isFinal } from '../../domain/lead-status.ts';
import { Refused } from '../../domain/refused.ts';
import type { LeadCounts, ReportLeads } from '../ports/inbound/operator.ts';
import type { BackOffice, Tally } from '../ports/outbound/back-office.ts';

export const makeReportLeads =
  (backOffice: Pick<BackOffice, 'tally' | 'tallyByDay'>): ReportLeads =>
  async ({ since, until }) => {
    if (!(since < until))
      throw new Refused('invalid-span', 'A report needs a time that ends after it begins.');
    const [tallies, days] = await Promise.all([
      backOffice.tally({ since, until }),
      backOffice.tallyByDay({ since, until }),
    ]);
    return {
      rows: grouped(tallies, ({ vendorId, dealType }) => ({ vendorId, dealType })),
      days: grouped(days, ({ day }) => ({ day })).sort((a, b) => (a.day < b.day ? -1 : 1)),
      total: tallies.reduce(counted, none),
    };
  };

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
