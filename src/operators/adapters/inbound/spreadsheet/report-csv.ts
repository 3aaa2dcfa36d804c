import type {
  AnswerCounts,
  Counts,
  LeadCounts,
  LostCount,
} from '#operators/application/ports/inbound/report-use-cases.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import type { Columns } from '../presentation/list.ts';
import { answerCounts, leadCounts, type ReportColumns } from '../presentation/report-columns.ts';
import { lostReasonsOf, type NamedReport } from '../presentation/report-views.ts';
import { listCsv } from './list-csv.ts';

/** A row of the report: what it counts by, and the counts. */
interface Line {
  readonly vendorName?: string;
  readonly dealType?: string;
  readonly leads?: LeadCounts;
  /** Absent in the row of a day. */
  readonly answers?: AnswerCounts;
  /** Absent in the row of an owner or a day. */
  readonly lost?: readonly LostCount[];
  readonly ownerName?: string;
  readonly day?: string;
}

/**
 * Writes a report as CSV: heads; a row for each vendor and deal type; one for all types of each vendor that has
 * several, and for all vendors; one for each owner, and for each day. The heads name the zone.
 */
export function reportCsv(report: NamedReport, zone: TimeZone): string {
  const { heads, line } = listCsv(columnsOf(report), zone);
  const lines: readonly Line[] = [
    ...vendorLines(report),
    ...totalLines(report),
    ...report.owners.map(({ ownerName, ...counts }) => ({ ownerName, ...both(counts) })),
    ...report.days.map(({ day, ...leads }) => ({ day, leads })),
    { vendorName: 'Time zone', dealType: zone.name },
  ];
  return [heads, ...lines.map((each) => line(each, undefined))].join('\n');
}

const both = (counts: Counts): Pick<Line, 'leads' | 'answers'> => ({ leads: counts, answers: counts });

const columnsOf = ({ lost, goal }: NamedReport): Columns<Line> => ({
  vendorName: { head: 'Vendor', value: ({ vendorName }) => vendorName },
  dealType: { head: 'Type', value: ({ dealType }) => dealType },
  ...ofLines(leadCounts, ({ leads }) => leads),
  ...ofLines(answerCounts(goal.within), ({ answers }) => answers),
  ...Object.fromEntries(
    lostReasonsOf(lost).map(({ lostReason, words }) => [
      `lost ${lostReason}`,
      { head: words, value: (line: Line) => line.lost && leadsLost(line.lost, lostReason) },
    ]),
  ),
  owner: { head: 'Owner', value: ({ ownerName }) => ownerName },
  day: { head: 'Day', value: ({ day }) => day },
});

const leadsLost = (lost: readonly LostCount[], reason: string): number =>
  lost.filter(({ lostReason }) => lostReason === reason).reduce((sum, { leads }) => sum + leads, 0);

/** Columns for rows, empty where a row lacks the counts. */
const ofLines = <C>(columns: ReportColumns<C>, countsOf: (line: Line) => C | undefined): Columns<Line> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => {
      const value = (line: Line) => {
        const counts = countsOf(line);
        return counts && column.value(counts);
      };
      return [name, { ...column, value }];
    }),
  );

function vendorLines({ rows, vendors, lost }: NamedReport): Line[] {
  return vendors.flatMap(({ vendorId, vendorName, ...all }): Line[] => {
    const ofVendor = lost.filter((each) => each.vendorId === vendorId);
    const lines = rows
      .filter((row) => row.vendorId === vendorId)
      .map((row) => ({
        vendorName,
        dealType: row.dealType,
        ...both(row),
        lost: ofVendor.filter(({ dealType }) => dealType === row.dealType),
      }));
    return lines.length > 1
      ? [...lines, { vendorName, dealType: 'all', ...both(all), lost: ofVendor }]
      : lines;
  });
}

function totalLines({ lost, total, types }: NamedReport): Line[] {
  const ofTypes = types.map(({ dealType, ...counts }) => ({
    vendorName: 'Total',
    dealType,
    ...both(counts),
    lost: lost.filter((each) => each.dealType === dealType),
  }));
  return [...(types.length > 1 ? ofTypes : []), { vendorName: 'Total', ...both(total), lost }];
}
