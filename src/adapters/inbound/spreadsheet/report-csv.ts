import { winRate } from '../../../application/leads/report.ts';
import type {
  AnswerCounts,
  LeadCounts,
  LostCount,
  Report,
} from '../../../application/ports/inbound/report.ts';
import { type DealType, dealTypes } from '../../../domain/deal-type.ts';
import type { NamedPerson } from '../../../domain/person.ts';
import type { TimeZone } from '../../../domain/time-zone.ts';
import type { Vendor } from '../../../domain/vendor.ts';
import { answerGroups } from '../operators/answers.ts';
import { lostReasonsOf, noLeads, sortedRows, sum } from '../operators/report.ts';
import { csvLine } from './csv.ts';

/** Names of a line, and what it counts. */
interface Line {
  readonly vendorName?: string;
  readonly dealType?: string;
  readonly owner?: string;
  readonly counts?: LeadCounts | undefined;
  readonly answers?: AnswerCounts | undefined;
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
  const { answers, lost } = report;
  const reasons = lostReasonsOf(lost).map(({ lostReason }) => lostReason);
  const heads = [
    ...['vendorName', 'dealType', 'received', 'open', 'won', 'lost', 'winRate', 'notCounted'],
    ...['answered', 'unanswered', 'late', 'inTime', 'medianMinutes', 'p90Minutes'],
    ...reasons.map((code) => `lost ${code}`),
    'owner',
  ];
  const cellsOf = ({ vendorName = '', dealType = '', owner = '', counts, answers, lost }: Line): string[] => [
    ...[vendorName, dealType],
    ...(counts ? figures(counts) : Array(6).fill('')),
    ...(answers ? answerFigures(answers) : Array(6).fill('')),
    ...reasons.map((code) => (lost ? `${countOf(lost, code)}` : '')),
    owner,
  ];
  const { owners } = answerGroups(answers, accounts, people);
  return [
    heads,
    ...[...vendorLines(report, accounts), ...totalLines(report)].map(cellsOf),
    ...owners.map((each) => cellsOf({ owner: each.name, answers: each })),
    ['Time zone', name, ...Array(heads.length - 2).fill('')],
  ]
    .map(csvLine)
    .join('\n');
}

function vendorLines({ rows, lost, answers }: Report, accounts: readonly Vendor[]): Line[] {
  const ofVendors = Map.groupBy(sortedRows({ rows }, accounts), ({ vendorId }) => vendorId);
  return [...ofVendors].flatMap(([vendorId, group]): Line[] => {
    const vendorName = group[0]?.vendorName ?? '';
    const ofVendor = lost.filter((each) => each.vendorId === vendorId);
    const lines = group.map(({ dealType, ...counts }) => ({
      ...{ vendorName, dealType, counts },
      answers: answers.rows.find((row) => row.vendorId === vendorId && row.dealType === dealType),
      lost: ofVendor.filter((each) => each.dealType === dealType),
    }));
    const all = answers.vendors.find((each) => each.vendorId === vendorId);
    const together = { vendorName, dealType: 'all', answers: all, lost: ofVendor };
    return group.length > 1 ? [...lines, { ...together, counts: group.reduce(sum, noLeads) }] : lines;
  });
}

function totalLines({ rows, lost, answers, total }: Report): Line[] {
  const ofTypes = Map.groupBy(rows, ({ dealType }) => dealType);
  const ofType = (dealType: DealType, group: readonly LeadCounts[]): Line => ({
    ...{ vendorName: 'Total', dealType, counts: group.reduce(sum, noLeads) },
    answers: answers.types.find((each) => each.dealType === dealType),
    lost: lost.filter((each) => each.dealType === dealType),
  });
  const types = dealTypes.flatMap((type) => {
    const group = ofTypes.get(type);
    return group ? [ofType(type, group)] : [];
  });
  return [
    ...(types.length > 1 ? types : []),
    { vendorName: 'Total', counts: total, answers: answers.total, lost },
  ];
}

const figures = (counts: LeadCounts): string[] => [
  ...[counts.received, counts.open, counts.won, counts.lost].map(String),
  share(winRate(counts)),
  `${counts.notCounted}`,
];

const answerFigures = (answers: AnswerCounts): string[] => [
  ...[answers.answered, answers.unanswered, answers.late].map(String),
  share(answers.inTime),
  ...[answers.median, answers.p90].map((time) => (time === undefined ? '' : (time / 60_000).toFixed(1))),
];

const share = (part: number | undefined): string => part?.toFixed(3) ?? '';

const countOf = (lost: readonly LostCount[], code: string): number =>
  lost.filter(({ lostReason }) => lostReason === code).reduce((sum, { leads }) => sum + leads, 0);
