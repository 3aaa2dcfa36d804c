import { winRate } from '../../../application/leads/report.ts';
import type { LeadCounts, Report } from '../../../application/ports/inbound/operator.ts';
import type { TimeZone } from '../../../domain/time-zone.ts';
import type { Vendor } from '../../../domain/vendor.ts';
import { sortedRows } from '../operators/report.ts';
import { csvLine } from './csv.ts';

/** A line of heads, one by vendor and deal type, the total, and whose days they are. */
export const reportCsv = (report: Report, accounts: readonly Vendor[], { name }: TimeZone): string =>
  [
    ['vendorName', 'dealType', 'received', 'open', 'won', 'lost', 'winRate'],
    ...sortedRows(report, accounts).map((row) => [row.vendorName, row.dealType, ...figures(row)]),
    ['Total', '', ...figures(report.total)],
    ['Time zone', name, '', '', '', '', ''],
  ]
    .map(csvLine)
    .join('\n');

const figures = (counts: LeadCounts): string[] => [
  ...[counts.received, counts.open, counts.won, counts.lost].map(String),
  winRate(counts)?.toFixed(3) ?? '',
];
