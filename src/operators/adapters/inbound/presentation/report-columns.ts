import { winRate } from '#operators/application/leads/report.ts';
import type { AnswerCounts, LeadCounts } from '#operators/application/ports/inbound/report-use-cases.ts';
import { durationText } from './answers.ts';
import type { Column } from './list.ts';

/** A number of the report about a group of leads, for people and JSON; `undefined` if the group has none. */
export type ReportColumn<C> = Exclude<Column<C>, { readonly kind: 'time' }> & {
  readonly value: (counts: C) => number | undefined;
  readonly json?: undefined;
  /** Description in the JSON interface. */
  readonly says?: string;
};

export type ReportColumns<C> = Readonly<Record<string, ReportColumn<C>>>;

/** A column for each number, and further ones. A number without a column does not compile. */
type AllColumns<C, Others extends string = never> = Readonly<Record<keyof C | Others, ReportColumn<C>>>;

/** Columns for the numbers of leads received and their status. */
export const leadCounts: AllColumns<LeadCounts, 'winRate'> = {
  received: { head: 'Received', value: ({ received }) => received },
  open: { head: 'Open', value: ({ open }) => open },
  won: { head: 'Won', value: ({ won }) => won },
  lost: { head: 'Lost', value: ({ lost }) => lost },
  winRate: {
    head: 'Win rate',
    kind: 'share',
    value: winRate,
    says: 'Of those that have ended and count.',
  },
  notCounted: {
    head: 'Not counted',
    in: ['sheet'],
    value: ({ notCounted }) => notCounted,
    says: 'Of the lost ones: a test, spam, a duplicate.',
  },
};

/** Columns for how soon customers were answered. */
export const answerCounts = (within: number): AllColumns<AnswerCounts> => ({
  answered: { head: 'Answered', value: ({ answered }) => answered },
  unanswered: {
    head: 'Unanswered',
    value: ({ unanswered }) => unanswered,
    says: 'Those that wait now, also for an answer after they were reopened.',
  },
  unknown: {
    head: 'Unknown',
    value: ({ unknown }) => unknown,
    says: 'Of which nobody knows when they were answered. The three are all that were received.',
  },
  late: { head: 'Late', value: ({ late }) => late, says: 'Of the unanswered.' },
  inTime: {
    head: `Within ${durationText(within)}`,
    kind: 'share',
    value: ({ inTime }) => inTime,
    says: 'Of all first answers, and of those that are late.',
  },
  median: {
    head: 'Half within',
    kind: 'length',
    value: ({ median }) => median,
    says: 'Milliseconds. Half of the first answers took no longer.',
  },
  p90: {
    head: '9 of 10 within',
    kind: 'length',
    value: ({ p90 }) => p90,
    says: 'Milliseconds. Nine of ten took no longer.',
  },
  promisesKept: {
    head: 'Promises kept',
    in: ['sheet'],
    value: ({ promisesKept }) => promisesKept,
    says: 'Follow-ups that were met, or ended, within twelve hours of their time.',
  },
  promisesMissed: {
    head: 'Missed',
    in: ['sheet'],
    value: ({ promisesMissed }) => promisesMissed,
    says: 'Follow-ups that were not.',
  },
});
