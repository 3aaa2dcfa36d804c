import { DAY_MS, day, isoDay } from './days.ts';
import { InvalidValue } from './invalid-value.ts';

/** Whole days in UTC in which leads were received. */
export interface ReportSpan {
  readonly since: Date;
  /** The beginning of the day after the last one. */
  readonly until: Date;
  /** `2026-11`, if it is exactly one month. */
  readonly month: string | undefined;
}

interface Asked {
  readonly month?: string | undefined;
  readonly since?: string | undefined;
  /** The last day. */
  readonly until?: string | undefined;
}

/** The days from `since` to `until`, or to today; or a month, by default the present one. Throws InvalidValue. */
export function spanOf({ month: asked, since, until }: Asked, now: Date): ReportSpan {
  if (!since && !until) return month(asked || isoDay(now).slice(0, 7));
  const first = day(since ?? '');
  const last = day(until || isoDay(now));
  if (first > last) throw new InvalidValue('The last day is before the first.');
  return { since: first, until: new Date(last.getTime() + DAY_MS), month: undefined };
}

/** A month such as `2026-11`. Throws InvalidValue. */
export function month(text: string): ReportSpan {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) throw new InvalidValue('Use a form such as 2026-05.');
  const first = day(`${text}-01`);
  return { since: first, until: monthAfter(first, 1), month: text };
}

const monthAfter = (first: Date, months: number): Date =>
  new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months));

/** The month so many months after the span begins: `2026-12`. */
export const monthBeside = ({ since }: ReportSpan, months: number): string =>
  isoDay(monthAfter(since, months)).slice(0, 7);

/** The last day of the span. */
export const lastDay = ({ until }: ReportSpan): Date => new Date(until.getTime() - DAY_MS);

const utc = { timeZone: 'UTC' } as const;
const inMonth = new Intl.DateTimeFormat('en-GB', { ...utc, month: 'long', year: 'numeric' });
const inDays = new Intl.DateTimeFormat('en-GB', { ...utc, dateStyle: 'long' });

/** `November 2026`, or `1–15 November 2026`. */
export const spanName = (span: ReportSpan): string =>
  span.month === undefined ? inDays.formatRange(span.since, lastDay(span)) : inMonth.format(span.since);

/** What the address of the report says for this span. */
export const spanQuery = (span: ReportSpan): string =>
  new URLSearchParams(
    span.month === undefined
      ? { since: isoDay(span.since), until: isoDay(lastDay(span)) }
      : { month: span.month },
  ).toString();
