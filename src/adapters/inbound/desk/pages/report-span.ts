import { DAY_MS } from '../../../../domain/day.ts';

/** Whole days in UTC in which leads were received. */
export interface ReportSpan {
  readonly since: Date;
  /** The beginning of the day after the last one. */
  readonly until: Date;
  /** `2026-11`, if it is exactly one month. */
  readonly month: string | undefined;
}

/** By `month=2026-11`, or by `since` and `until`, the last day; else the present month. `undefined` if it is none of these. */
export function spanOf(query: URLSearchParams, now: Date): ReportSpan | undefined {
  const since = query.get('since')?.trim();
  const until = query.get('until')?.trim();
  if (since || until) {
    const first = dayOf(since ?? '');
    const last = until ? dayOf(until) : dayOf(now.toISOString().slice(0, 10));
    return first && last && first <= last
      ? { since: first, until: new Date(last.getTime() + DAY_MS), month: undefined }
      : undefined;
  }
  const month = query.get('month')?.trim() || now.toISOString().slice(0, 7);
  const first = /^\d{4}-\d\d$/.test(month) ? dayOf(`${month}-01`) : undefined;
  return first && { since: first, until: monthAfter(first, 1), month };
}

/** `undefined` also for a day that is on no calendar, which Date would read as a later one. */
function dayOf(text: string): Date | undefined {
  const day = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00Z` : Number.NaN);
  return !Number.isNaN(day.getTime()) && isoDay(day) === text ? day : undefined;
}

export const isoDay = (time: Date): string => time.toISOString().slice(0, 10);

const monthAfter = (first: Date, months: number): Date =>
  new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months));

/** The month so many months after the span begins: `2026-12`. */
export const monthBeside = ({ since }: ReportSpan, months: number): string =>
  monthAfter(since, months).toISOString().slice(0, 7);

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
