import { winRate } from '../../../application/operators/leads/report.ts';
import type { AnswerCounts, LeadCounts } from '../../../application/operators/ports/inbound/report.ts';
import { durationText } from './answers.ts';
import type { LeadFilter } from './lead-filter.ts';

/** A number that the report says of a group of leads. */
export interface ReportColumn<C> {
  /** In JSON. */
  readonly name: string;
  /** In tables. Those that have none leave it out. */
  readonly head?: string;
  /** A number of leads, a part of some from 0 to 1, or milliseconds. */
  readonly unit: 'leads' | 'share' | 'time';
  /** `undefined`: of these leads there is none. */
  readonly of: (counts: C) => number | undefined;
  /** What those who read JSON are told of it. */
  readonly says?: string;
  /** The list at the desk that has these leads. */
  readonly list?: LeadFilter;
}

/** How many leads came, and what became of them. */
export const leadColumns: readonly ReportColumn<LeadCounts>[] = [
  { name: 'received', head: 'Received', unit: 'leads', of: ({ received }) => received, list: {} },
  { name: 'open', head: 'Open', unit: 'leads', of: ({ open }) => open, list: { status: 'open' } },
  { name: 'won', head: 'Won', unit: 'leads', of: ({ won }) => won, list: { status: 'Won' } },
  { name: 'lost', head: 'Lost', unit: 'leads', of: ({ lost }) => lost, list: { status: 'Lost' } },
  {
    ...{ name: 'winRate', head: 'Win rate', unit: 'share', of: winRate },
    says: 'Of those that have ended and count.',
  },
  {
    ...{ name: 'notCounted', unit: 'leads', of: ({ notCounted }) => notCounted },
    says: 'Of the lost ones: a test, spam, a duplicate.',
  },
];

/** How soon their customers were answered. */
export const answerColumns = (within: number): readonly ReportColumn<AnswerCounts>[] => [
  { name: 'answered', head: 'Answered', unit: 'leads', of: ({ answered }) => answered },
  {
    ...{ name: 'unanswered', head: 'Unanswered', unit: 'leads', of: ({ unanswered }) => unanswered },
    says: 'Those that wait now, also for an answer after they were reopened.',
  },
  {
    ...{ name: 'unknown', head: 'Unknown', unit: 'leads', of: ({ unknown }) => unknown },
    says: 'Of which nobody knows when they were answered. The three are all that were received.',
  },
  {
    ...{ name: 'late', head: 'Late', unit: 'leads', of: ({ late }) => late },
    says: 'Of the unanswered.',
  },
  {
    ...{ name: 'inTime', head: `Within ${durationText(within)}`, unit: 'share', of: ({ inTime }) => inTime },
    says: 'Of all first answers, and of those that are late.',
  },
  {
    ...{ name: 'median', head: 'Half within', unit: 'time', of: ({ median }) => median },
    says: 'Milliseconds. Half of the first answers took no longer.',
  },
  {
    ...{ name: 'p90', head: '9 of 10 within', unit: 'time', of: ({ p90 }) => p90 },
    says: 'Milliseconds. Nine of ten took no longer.',
  },
];

/** As people read it: `7`, `38 %`, `12 min`; `undefined` if there is none. */
export function columnText<C>(
  { unit, of }: Pick<ReportColumn<C>, 'unit' | 'of'>,
  counts: C,
): string | undefined {
  const number = of(counts);
  if (number === undefined) return undefined;
  if (unit === 'leads') return `${number}`;
  return unit === 'share' ? `${Math.round(number * 100)} %` : durationText(number);
}

/** Those that tables have, in their order. */
export const inTables = <C>(columns: readonly ReportColumn<C>[]) =>
  columns.flatMap((column) => (column.head === undefined ? [] : [{ ...column, head: column.head }]));

/** All of a group, as JSON has it. */
export const valuesOf = <C>(columns: readonly ReportColumn<C>[], counts: C) =>
  Object.fromEntries(columns.map(({ name, of }) => [name, of(counts)]));
