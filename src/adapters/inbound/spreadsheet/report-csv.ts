import { winRate } from '../../../application/leads/report.ts';
import type { LeadCounts, Report } from '../../../application/ports/inbound/operator.ts';
import type { TimeZone } from '../../../domain/time-zone.ts';
import type { Vendor } from '../../../domain/vendor.ts';
import { sortedRows } from '../operators/report.ts';
import { csvLine } from './csv.ts';

/** A line of heads, one by vendor and deal type, one for all types of each vendor that has several, the total, and the zone. */
export const reportCsv = (report: Report, accounts: readonly Vendor[], { name }: TimeZone): string =>
  [
    ['vendorName', 'dealType', 'received', 'open', 'won', 'lost', 'winRate'],
    ...[...Map.groupBy(sortedRows(report, accounts), ({ vendorId }) => vendorId).values()].flatMap(ofVendor),
    ['Total', '', ...figures(report.total)],
    ['Time zone', name, '', '', '', '', ''],
  ]
    .map(csvLine)
    .join('\n');

const ofVendor = (rows: ReturnType<typeof sortedRows>): string[][] => [
  ...rows.map((row) => [row.vendorName, row.dealType, ...figures(row)]),
  ...(rows.length > 1 ? [[rows[0]?.vendorName ?? '', 'all', ...figures(rows.reduce(sum))]] : []),
];

const sum = <C extends LeadCounts>(one: C, other: C): C => ({
  ...one,
  received: one.received + other.received,
  open: one.open + other.open,
  won: one.won + other.won,
  lost: one.lost + other.lost,
});

const figures = (counts: LeadCounts): string[] => [
  ...[counts.received, counts.open, counts.won, counts.lost].map(String),
  winRate(counts)?.toFixed(3) ?? '',
];
