import { winRate } from '#operators/application/leads/report.ts';
import type {
  AnswerCounts,
  Counts,
  LeadCounts,
} from '#operators/application/ports/inbound/report-use-cases.ts';
import { durationText } from './answers.ts';
import type { LeadFilter } from './lead-filter.ts';
import { type Column, cellText } from './list.ts';

/** A number of the report about a group of leads, for people and JSON; `undefined` if the group has none. */
export type ReportColumn<C> = Exclude<Column<C>, { readonly kind: 'time' }> & {
  readonly value: (counts: C) => number | undefined;
  readonly in?: readonly ('terminal' | 'sheet')[];
  /** Description in the JSON interface. */
  readonly says?: string;
  readonly json?: undefined;
  /** The parts of the desk's page that show the number; `[]`: none does. */
  readonly desk: readonly DeskPart[];
  /** At the desk: the list of the leads that it counts. */
  readonly list?: LeadFilter;
  /** At the desk: whether the number is of few leads, and says little. */
  readonly isOfFew?: (counts: C) => boolean;
  /** How the desk says it, if otherwise than other places. */
  readonly atDesk?: { readonly head: string; readonly text: (counts: C) => string | undefined };
};

export type DeskPart = 'sums' | 'team' | 'vendors';

export type ReportColumns<C> = Readonly<Record<string, ReportColumn<C>>>;

/** A column for each number, and further ones. A number without a column does not compile. */
type AllColumns<C, Others extends string = never> = Readonly<Record<keyof C | Others, ReportColumn<C>>>;

/** Leads that have ended and count, below which a win rate says little. */
const FEW = 5;

/** Columns for the numbers of leads received and their status. */
export const leadCounts: AllColumns<LeadCounts, 'winRate'> = {
  received: { head: 'Received', desk: ['sums', 'vendors'], list: {}, value: ({ received }) => received },
  open: { head: 'Open', desk: ['sums'], value: ({ open }) => open },
  won: { head: 'Won', desk: ['sums', 'team', 'vendors'], list: { status: 'Won' }, value: ({ won }) => won },
  lost: { head: 'Lost', desk: ['vendors'], list: { status: 'Lost' }, value: ({ lost }) => lost },
  winRate: {
    head: 'Win rate',
    kind: 'share',
    desk: ['sums', 'team', 'vendors'],
    isOfFew: ({ won, lost, notCounted }) => won + lost - notCounted < FEW,
    value: winRate,
    says: 'Of those that have ended and count.',
  },
  notCounted: {
    head: 'Not counted',
    in: ['sheet'],
    desk: ['vendors'],
    atDesk: {
      head: 'Not leads',
      text: ({ notCounted, received }) =>
        received > 0 ? `${Math.round((notCounted / received) * 100)} %` : '–',
    },
    value: ({ notCounted }) => notCounted,
    says: 'Of the lost ones: a test, spam, a duplicate.',
  },
};

/** Columns for how soon customers were answered. */
export const answerCounts = (within: number): AllColumns<AnswerCounts> => ({
  answered: { head: 'Answered', desk: [], value: ({ answered }) => answered },
  unanswered: {
    head: 'Unanswered',
    desk: [],
    value: ({ unanswered }) => unanswered,
    says: 'Those that wait now, also for an answer after they were reopened.',
  },
  unknown: {
    head: 'Unknown',
    desk: [],
    value: ({ unknown }) => unknown,
    says: 'Of which nobody knows when they were answered. The three are all that were received.',
  },
  late: { head: 'Late', desk: [], value: ({ late }) => late, says: 'Of the unanswered.' },
  inTime: {
    head: `Within ${durationText(within)}`,
    kind: 'share',
    desk: ['sums', 'team'],
    value: ({ inTime }) => inTime,
    says: 'Of all first answers, and of those that are late.',
  },
  median: {
    head: 'Half within',
    kind: 'length',
    desk: ['vendors'],
    value: ({ median }) => median,
    says: 'Milliseconds. Half of the first answers took no longer.',
  },
  p90: {
    head: '9 of 10 within',
    kind: 'length',
    desk: [],
    value: ({ p90 }) => p90,
    says: 'Milliseconds. Nine of ten took no longer.',
  },
  promisesKept: {
    head: 'Promises kept',
    in: ['sheet'],
    desk: ['team'],
    atDesk: {
      head: 'Promises kept',
      text: ({ promisesKept: kept, promisesMissed: missed }) =>
        kept + missed > 0 ? `${kept} of ${kept + missed}` : undefined,
    },
    value: ({ promisesKept }) => promisesKept,
    says: 'Follow-ups that were met, or ended, within twelve hours of their time.',
  },
  promisesMissed: {
    head: 'Missed',
    in: ['sheet'],
    desk: [],
    value: ({ promisesMissed }) => promisesMissed,
    says: 'Follow-ups that were not.',
  },
});

/** The columns of a part of the desk's page, by name. */
export const columnsAtDesk = (part: DeskPart, within: number): readonly [string, ReportColumn<Counts>][] =>
  Object.entries<ReportColumn<Counts>>({ ...leadCounts, ...answerCounts(within) }).filter(([, { desk }]) =>
    desk.includes(part),
  );

/** A number as people read it: `7`, `38 %`, `12 min`; `–` if there is none. */
export const numberText = <C>(column: ReportColumn<C>, counts: C): string =>
  cellText<C, unknown>(column, counts, undefined, String) ?? '–';
