import type { Counts, LostCount, Report } from '../../../application/operators/ports/inbound/report.ts';
import type { Vendor } from '../../../domain/intake/vendor.ts';
import type { TimeZone } from '../../../domain/time-zone.ts';
import type { NamedPerson } from '../../../domain/work/person.ts';
import { lostReasonsOf, reportGroups, sortedRows } from '../operators/report.ts';
import { answerColumns, leadColumns, type ReportColumn } from '../operators/report-columns.ts';
import { csvLine } from './csv.ts';

/** Names of a line, and what it counts. */
interface Line {
  readonly vendorName?: string;
  readonly dealType?: string;
  readonly owner?: string;
  readonly counts: Counts;
  /** Absent: the line is one of answers alone. */
  readonly lost?: readonly LostCount[];
}

/**
 * A line of heads; one by vendor and deal type, one for all types of each vendor that has several, and the same for all
 * vendors together; one by owner, with the answers alone; and the zone.
 */
export function reportCsv(
  report: Report,
  accounts: readonly Vendor[],
  people: readonly NamedPerson[],
  { name }: TimeZone,
): string {
  const reasons = lostReasonsOf(report.lost).map(({ lostReason }) => lostReason);
  const ofAnswers = answerColumns(report.goal.within);
  const heads = [
    ...['vendorName', 'dealType', ...leadColumns.map(headOf), ...ofAnswers.map(headOf)],
    ...reasons.map((code) => `lost ${code}`),
    'owner',
  ];
  const cellsOf = ({ vendorName = '', dealType = '', owner = '', counts, lost }: Line): string[] => [
    ...[vendorName, dealType],
    ...leadColumns.map((column) => (lost ? cellOf(column, counts) : '')),
    ...ofAnswers.map((column) => cellOf(column, counts)),
    ...reasons.map((code) => (lost ? `${countOf(lost, code)}` : '')),
    owner,
  ];
  const { owners } = reportGroups(report, accounts, people);
  return [
    heads,
    ...[...vendorLines(report, accounts), ...totalLines(report, accounts, people)].map(cellsOf),
    ...owners.map((counts) => cellsOf({ owner: counts.name, counts })),
    ['Time zone', name, ...Array(heads.length - 2).fill('')],
  ]
    .map(csvLine)
    .join('\n');
}

function vendorLines({ rows, vendors, lost }: Report, accounts: readonly Vendor[]): Line[] {
  const ofVendors = Map.groupBy(sortedRows({ rows }, accounts), ({ vendorId }) => vendorId);
  return [...ofVendors].flatMap(([vendorId, group]): Line[] => {
    const vendorName = group[0]?.vendorName ?? '';
    const ofVendor = lost.filter((each) => each.vendorId === vendorId);
    const lines = group.map((counts) => ({
      ...{ vendorName, dealType: counts.dealType, counts },
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
    ...{ vendorName: 'Total', dealType: counts.dealType, counts },
    lost: lost.filter(({ dealType }) => dealType === counts.dealType),
  }));
  return [...(types.length > 1 ? ofTypes : []), { vendorName: 'Total', counts: total, lost }];
}

/** Times are minutes here. */
const headOf = ({ name, unit }: Pick<ReportColumn<Counts>, 'name' | 'unit'>): string =>
  unit === 'time' ? `${name}Minutes` : name;

function cellOf({ unit, of }: Pick<ReportColumn<Counts>, 'unit' | 'of'>, counts: Counts): string {
  const number = of(counts);
  if (number === undefined) return '';
  if (unit === 'leads') return `${number}`;
  return unit === 'share' ? number.toFixed(3) : (number / 60_000).toFixed(1);
}

const countOf = (lost: readonly LostCount[], code: string): number =>
  lost.filter(({ lostReason }) => lostReason === code).reduce((sum, { leads }) => sum + leads, 0);
