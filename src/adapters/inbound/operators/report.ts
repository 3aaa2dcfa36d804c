import { winRate } from '../../../application/leads/report.ts';
import type { LeadCounts, Report } from '../../../application/ports/inbound/operator.ts';
import { dealTypes } from '../../../domain/deal-type.ts';
import { type Vendor, vendorLabel } from '../../../domain/vendor.ts';

/** The rows of a report by the vendor's name, then by deal type. */
export function sortedRows({ rows }: Pick<Report, 'rows'>, vendors: readonly Vendor[]) {
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
) => ({
  since,
  until,
  rows: sortedRows(report, vendors).map(({ vendorId, ...row }) => ({ vendor: vendorId, ...withRate(row) })),
  days: report.days.map(withRate),
  total: withRate(report.total),
});

const withRate = <C extends LeadCounts>(counts: C) => ({ ...counts, winRate: winRate(counts) });

/** The win rate as `38 %`; `undefined` if no lead has ended. */
export function winRateText(counts: LeadCounts): string | undefined {
  const rate = winRate(counts);
  return rate === undefined ? undefined : `${Math.round(rate * 100)} %`;
}
