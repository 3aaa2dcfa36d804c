import { dayAfter, type TimeZone } from '#operators/domain/time-zone.ts';
import { beginsUsually, endOfDay, startOfDay } from './days.ts';
import { InvalidValue } from './invalid-value.ts';

/** A span of whole days in which leads were received. */
export interface ReportSpan {
  /** The beginning of the first day. */
  readonly since: Date;
  /** The end of the last day. */
  readonly until: Date;
  /** The first day, such as `2026-11-01`. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** The month, such as `2026-11`, if the span is exactly one. */
  readonly month: string | undefined;
}

interface Asked {
  readonly month?: string | undefined;
  readonly since?: string | undefined;
  /** The last day of the span. */
  readonly until?: string | undefined;
}

/**
 * Reads a span: the days from `since` to `until`, or to today; or a month, by default the present one. Throws
 * InvalidValue.
 */
export function spanOf({ month: asked, since, until }: Asked, now: Date, zone: TimeZone): ReportSpan {
  if (!since && !until) return month(asked || zone.monthOf(now), zone);
  const span = daysFrom(since ?? '', until || zone.dayOf(now), zone);
  if (span.firstDay > span.lastDay) throw new InvalidValue('The last day is before the first.');
  const whole = month(span.firstDay.slice(0, 7), zone);
  return whole.firstDay === span.firstDay && whole.lastDay === span.lastDay ? whole : span;
}

/** Reads a month such as `2026-11`. Throws InvalidValue. */
export function month(text: string, zone: TimeZone): ReportSpan {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) throw new InvalidValue('Use a form such as 2026-05.');
  const firstDay = `${text}-01`;
  return { ...daysFrom(firstDay, dayAfter(monthsLater(firstDay, 1), -1), zone), month: text };
}

const daysFrom = (firstDay: string, lastDay: string, zone: TimeZone): ReportSpan => ({
  since: startOfDay(firstDay, zone),
  until: endOfDay(lastDay, zone),
  firstDay,
  lastDay,
  month: undefined,
});

/** The first day of the month that is `months` later. */
function monthsLater(day: string, months: number): string {
  const [year = 0, present = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, present - 1 + months)).toISOString().slice(0, 10);
}

/** The month that is `months` after the beginning of the span, such as `2026-12`. */
export const monthBeside = ({ firstDay }: ReportSpan, months: number): string =>
  monthsLater(firstDay, months).slice(0, 7);

/** A calendar day, to be formatted as a time in UTC. */
export const onCalendar = (day: string): Date => new Date(`${day}T00:00Z`);

const formatOf = ({ locale = 'en-GB' }: TimeZone, shown: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...shown });

/** The span in words: `November 2026`, or `1–15 November 2026`; elsewhere `November 1 – 15, 2026`. */
export const spanName = ({ month, firstDay, lastDay }: ReportSpan, zone: TimeZone): string =>
  month === undefined
    ? formatOf(zone, { dateStyle: 'long' }).formatRange(onCalendar(firstDay), onCalendar(lastDay))
    : formatOf(zone, { month: 'long', year: 'numeric' }).format(onCalendar(firstDay));

/** The name of a month such as `2026-11`: `Nov`, or `November`. */
export const monthName = (month: string, zone: TimeZone, length: 'short' | 'long'): string =>
  formatOf(zone, { month: length }).format(onCalendar(`${month}-01`));

/** The month of the span's last day and those before it, the earliest first; none in years that no day is in. */
export const monthsUpTo = ({ lastDay }: ReportSpan, count: number, zone: TimeZone): readonly ReportSpan[] =>
  Array.from({ length: count }, (_, n) => monthsLater(`${lastDay.slice(0, 7)}-01`, n + 1 - count))
    .filter(beginsUsually)
    .map((first) => month(first.slice(0, 7), zone));

/** The query of the report's address for a span. */
export const spanQuery = ({ month, firstDay: since, lastDay: until }: ReportSpan): string =>
  new URLSearchParams(month === undefined ? { since, until } : { month }).toString();
