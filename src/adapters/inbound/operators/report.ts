import { winRate } from '../../../application/leads/report.ts';
import type { LeadCounts, LostCount, Report } from '../../../application/ports/inbound/report.ts';
import { dealTypes } from '../../../domain/deal-type.ts';
import type { LostReason } from '../../../domain/lost-reason.ts';
import type { NamedPerson } from '../../../domain/person.ts';
import { type Vendor, vendorLabel } from '../../../domain/vendor.ts';
import { answersView } from './answers.ts';
import { countOf } from './leads.ts';

/** Rows of a report by the vendor's name, then by deal type. */
export function sortedRows<R extends Pick<Report['rows'][number], 'vendorId' | 'dealType'>>(
  { rows }: { readonly rows: readonly R[] },
  vendors: readonly Vendor[],
) {
  const order = new Intl.Collator();
  return rows
    .map((row) => ({ ...row, vendorName: vendorLabel(row.vendorId, vendors) }))
    .sort(
      (a, b) =>
        order.compare(a.vendorName, b.vendorName) ||
        order.compare(a.vendorId, b.vendorId) ||
        dealTypes.indexOf(a.dealType) - dealTypes.indexOf(b.dealType),
    );
}

export const reportView = (
  { since, until }: { readonly since: Date; readonly until: Date },
  report: Report,
  vendors: readonly Vendor[],
  people: readonly NamedPerson[],
) => ({
  since,
  until,
  rows: sortedRows(report, vendors).map(({ vendorId, ...row }) => ({ vendor: vendorId, ...withRate(row) })),
  days: report.days.map(withRate),
  total: withRate(report.total),
  lost: sortedRows({ rows: report.lost }, vendors).map(({ vendorId, ...row }) => ({
    vendor: vendorId,
    ...row,
  })),
  answers: answersView(report.answers, vendors, people),
});

const withRate = <C extends LeadCounts>(counts: C) => ({ ...counts, winRate: winRate(counts) });

/** The win rate as `38 %`; `undefined` if no lead has ended. */
export function winRateText(counts: LeadCounts): string | undefined {
  const rate = winRate(counts);
  return rate === undefined ? undefined : `${Math.round(rate * 100)} %`;
}

export const noLeads: LeadCounts = { received: 0, open: 0, won: 0, lost: 0, notCounted: 0 };

export const sum = (one: LeadCounts, other: LeadCounts): LeadCounts => ({
  received: one.received + other.received,
  open: one.open + other.open,
  won: one.won + other.won,
  lost: one.lost + other.lost,
  notCounted: one.notCounted + other.notCounted,
});

/** The reasons for which leads are lost, the most frequent first, then none, and for how many of these leads. */
export function lostReasonsOf(
  lost: readonly LostCount[],
): readonly Pick<LostCount, 'lostReason' | 'words' | 'leads'>[] {
  const groups = Map.groupBy(lost, ({ lostReason }) => lostReason);
  return [...groups]
    .map(([lostReason, group]) => ({
      lostReason,
      words: group[0]?.words ?? lostReason,
      leads: group.reduce((sum, { leads }) => sum + leads, 0),
    }))
    .sort(
      (a, b) =>
        Number(isUnsaid(a)) - Number(isUnsaid(b)) ||
        b.leads - a.leads ||
        (a.lostReason < b.lostReason ? -1 : 1),
    );
}

const isUnsaid = ({ lostReason }: Pick<LostCount, 'lostReason'>): boolean => lostReason === '';

/** The lost leads with their reasons, and those of which nobody said why; none if there are no reasons to choose from. */
export function lostAndUnsaid(
  { rows, lost }: Pick<Report, 'rows' | 'lost'>,
  reasons: readonly LostReason[],
): readonly LostCount[] {
  if (lost.length === 0 && reasons.length === 0) return [];
  const unsaid = rows.map(({ vendorId, dealType, lost: all }) => {
    const said = lost.filter((each) => each.vendorId === vendorId && each.dealType === dealType);
    const leads = said.reduce((left, each) => left - each.leads, all);
    return { vendorId, dealType, lostReason: '', words: 'not said', leads };
  });
  return [...lost, ...unsaid.filter(({ leads }) => leads > 0)];
}

/** Of leads that do not count. */
export const leftOut = (leads: number): string =>
  `${countOf(leads)} lost for a reason that does not count ${leads === 1 ? 'is' : 'are'} left out of the win rate.`;

/** Of leads that are neither answered nor waiting. */
export const unknownText = (leads: number): string =>
  `Of ${countOf(leads)} no answer is known: a list that was handed back moved ${leads === 1 ? 'it' : 'them'}, or ${leads === 1 ? 'it was none' : 'they were none'}.`;
