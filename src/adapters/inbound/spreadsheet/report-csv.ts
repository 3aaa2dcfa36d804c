import type { LeadCounts, Report } from '../../../application/ports/inbound/operator.ts';
import { winRate } from '../../../application/report.ts';
import { dealTypes } from '../../../domain/deal-type.ts';
import { type Vendor, vendorLabel } from '../../../domain/vendor.ts';
import { csvLine } from './csv.ts';

/** The rows of a report by the vendor's name, then by deal type. */
export function sortedRows({ rows }: Pick<Report, 'rows'>, accounts: readonly Vendor[]) {
  const order = new Intl.Collator();
  return rows
    .map((row) => ({ ...row, vendorName: vendorLabel(row.vendorId, accounts) }))
    .sort(
      (a, b) =>
        order.compare(a.vendorName, b.vendorName) ||
        order.compare(a.vendorId, b.vendorId) ||
        dealTypes.indexOf(a.dealType) - dealTypes.indexOf(b.dealType),
    );
}

/** A line of heads, one by vendor and deal type, and the total. */
export const reportCsv = (report: Report, accounts: readonly Vendor[]): string =>
  [
    ['vendorName', 'dealType', 'received', 'open', 'won', 'lost', 'winRate'],
    ...sortedRows(report, accounts).map((row) => [row.vendorName, row.dealType, ...figures(row)]),
    ['Total', '', ...figures(report.total)],
  ]
    .map(csvLine)
    .join('\n');

const figures = (counts: LeadCounts): string[] => [
  ...[counts.received, counts.open, counts.won, counts.lost].map(String),
  winRate(counts)?.toFixed(3) ?? '',
];
