import type {
  Counts,
  LeadCounts,
  LostCount,
  Report,
} from '#operators/application/ports/inbound/report-use-cases.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import type { NamedPerson } from '#operators/domain/work/person.ts';
import type { Vendor } from '../../../../domain/vendor.ts';
import type { Columns } from '../presentation/list.ts';
import { answerCounts, leadCounts, type ReportColumns } from '../presentation/report-columns.ts';
import { lostReasonsOf, reportGroups, sortedRows } from '../presentation/report-views.ts';
import { listCsv } from './list-csv.ts';

/** A row of the report: what it counts by, and the counts. */
interface Line {
  readonly vendorName?: string;
  readonly dealType?: string;
  readonly owner?: string;
  readonly counts?: Counts;
  readonly day?: string;
  readonly received?: LeadCounts;
  /** Absent in a row of an owner or a day. */
  readonly lost?: readonly LostCount[];
}

/**
 * Writes a report as CSV: heads; a row for each vendor and deal type; one for all types of each vendor that has
 * several, and for all vendors; one for each owner, and for each day. The heads name the zone.
 */
export function reportCsv(
  report: Report,
  accounts: readonly Vendor[],
  people: readonly NamedPerson[],
  zone: TimeZone,
): string {
  const { heads, line } = listCsv(columnsOf(report), zone);
  const { owners } = reportGroups(report, accounts, people);
  const lines: readonly Line[] = [
    ...vendorLines(report, accounts),
    ...totalLines(report, accounts, people),
    ...owners.map((counts) => ({ owner: counts.name, counts })),
    ...report.days.map((received) => ({ day: received.day, received })),
    { vendorName: 'Time zone', dealType: zone.name },
  ];
  return [heads, ...lines.map((each) => line(each, undefined))].join('\n');
}

const columnsOf = ({ lost, goal }: Report): Columns<Line> => ({
  vendorName: { head: 'Vendor', value: ({ vendorName }) => vendorName },
  dealType: { head: 'Type', value: ({ dealType }) => dealType },
  ...ofLines(leadCounts, ({ counts, received = counts }) => received),
  ...ofLines(answerCounts(goal.within), ({ counts }) => counts),
  ...Object.fromEntries(
    lostReasonsOf(lost).map(({ lostReason: code, words }) => [
      `lost ${code}`,
      { head: words, value: (line: Line) => line.lost && countOf(line.lost, code) },
    ]),
  ),
  owner: { head: 'Owner', value: ({ owner }) => owner },
  day: { head: 'Day', value: ({ day }) => day },
});

/** Columns for rows, empty where a row lacks the counts. */
const ofLines = <C>(columns: ReportColumns<C>, countsOf: (line: Line) => C | undefined): Columns<Line> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      {
        ...column,
        value: (line: Line) => {
          const counts = countsOf(line);
          return counts && column.value(counts);
        },
      },
    ]),
  );

function vendorLines({ rows, vendors, lost }: Report, accounts: readonly Vendor[]): Line[] {
  const ofVendors = Map.groupBy(sortedRows({ rows }, accounts), ({ vendorId }) => vendorId);
  return [...ofVendors].flatMap(([vendorId, group]): Line[] => {
    const vendorName = group[0]?.vendorName ?? '';
    const ofVendor = lost.filter((each) => each.vendorId === vendorId);
    const lines = group.map((counts) => ({
      vendorName,
      dealType: counts.dealType,
      counts,
      lost: ofVendor.filter(({ dealType }) => dealType === counts.dealType),
    }));
    const all = vendors.find((each) => each.vendorId === vendorId);
    const together = { vendorName, dealType: 'all', lost: ofVendor };
    return group.length > 1 && all ? [...lines, { ...together, counts: all }] : lines;
  });
}

function totalLines(report: Report, accounts: readonly Vendor[], people: readonly NamedPerson[]): Line[] {
  const { lost, total } = report;
  const { types } = reportGroups(report, accounts, people);
  const ofTypes = types.map((counts) => ({
    vendorName: 'Total',
    dealType: counts.dealType,
    counts,
    lost: lost.filter(({ dealType }) => dealType === counts.dealType),
  }));
  return [...(types.length > 1 ? ofTypes : []), { vendorName: 'Total', counts: total, lost }];
}

const countOf = (lost: readonly LostCount[], code: string): number =>
  lost.filter(({ lostReason }) => lostReason === code).reduce((sum, { leads }) => sum + leads, 0);
