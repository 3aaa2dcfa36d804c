import type { TimeZone } from '#operators/domain/time-zone.ts';
import { DAY_MS } from './days.ts';

/** Times as people of the business write them, by its locale: `14:00` or `2:00 PM`, `21 Nov` or `Nov 21`. */

const utc = { timeZone: 'UTC' } as const;
const made = new Map<string, ReturnType<typeof formatsOf>>();

function formatsOf(locale: string) {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  const hour = hour12 ? 'numeric' : '2-digit';
  return {
    hour: new Intl.DateTimeFormat(locale, { ...utc, hour, minute: '2-digit' }),
    day: new Intl.DateTimeFormat(locale, { ...utc, day: 'numeric', month: 'short' }),
    date: new Intl.DateTimeFormat(locale, { ...utc, dateStyle: 'medium' }),
    weekday: new Intl.DateTimeFormat(locale, { ...utc, weekday: 'short' }),
    months: namesOf(locale, 'month', (n) => Date.UTC(2026, n), 12),
    weekdays: namesOf(locale, 'weekday', (n) => Date.UTC(2026, 1, 1 + n), 7), // a Sunday first
  };
}

/** The short and long names of months or weekdays, in small letters without accents and dots. */
function namesOf(locale: string, what: 'month' | 'weekday', at: (n: number) => number, count: number) {
  const written = (['short', 'long'] as const).map(
    (length) =>
      new Intl.DateTimeFormat(locale, {
        ...utc,
        [what]: length,
        ...(what === 'month' && { day: 'numeric' }),
      }),
  );
  const nameAt = (format: Intl.DateTimeFormat, n: number) =>
    format.formatToParts(at(n)).find(({ type }) => type === what)?.value ?? '';
  return Array.from({ length: count }, (_, n) =>
    written.map((format) =>
      nameAt(format, n)
        .normalize('NFKD')
        .replace(/[\p{M}.]/gu, '')
        .toLowerCase(),
    ),
  );
}

function formats({ locale = 'en-GB' }: TimeZone) {
  const known = made.get(locale) ?? formatsOf(locale);
  made.set(locale, known);
  return known;
}

/** The clocks' time at a moment, as a time in UTC. */
const shown = (at: Date, zone: TimeZone): Date => new Date(`${zone.clockAt(at).replace(' ', 'T')}Z`);

/** The time of day: `14:00`, `2:00 PM`. */
export const hourText = (at: Date, zone: TimeZone): string =>
  formats(zone).hour.format(shown(at, zone)).replace(/\s/g, '\u00a0');

/** The day: `21 Nov`, `Nov 21`. */
export const dayText = (at: Date, zone: TimeZone): string => formats(zone).day.format(shown(at, zone));

/** The date: `21 Nov 2026`, `Nov 21, 2026`. */
export const dateText = (at: Date, zone: TimeZone): string => formats(zone).date.format(shown(at, zone));

/**
 * A moment in short: today's as the hour, unless the time beside it is on another day; this year's without the
 * year; else the date alone.
 */
export function momentText(at: Date, now: Date, zone: TimeZone, beside = at): string {
  const [day, today] = [zone.dayOf(at), zone.dayOf(now)];
  if (day === today && zone.dayOf(beside) === today) return hourText(at, zone);
  return day.slice(0, 4) === today.slice(0, 4) ? dayAndHourText(at, now, zone) : dateText(at, zone);
}

/** A moment for a sentence that confirms what was typed: weekday, day, the year if it is another one, and the hour. */
export const confirmedText = (at: Date, now: Date, zone: TimeZone): string =>
  `${formats(zone).weekday.format(shown(at, zone))} ${dayAndHourText(at, now, zone)}`;

/** The day, with the year if it is another one, and the hour. */
function dayAndHourText(at: Date, now: Date, zone: TimeZone): string {
  const isThisYear = zone.dayOf(at).slice(0, 4) === zone.dayOf(now).slice(0, 4);
  return `${(isThisYear ? dayText : dateText)(at, zone)}, ${hourText(at, zone)}`;
}

/** The names of months from January on, by which people of the business call them. */
export const monthNames = (zone: TimeZone): readonly (readonly string[])[] => formats(zone).months;

/** The names of weekdays from Sunday on. */
export const weekdayNames = (zone: TimeZone): readonly (readonly string[])[] => formats(zone).weekdays;

/** Whether people write `14 h 00`: there, `9h` is a time. */
export const saysHours = (zone: TimeZone): boolean => /\d\sh/.test(formats(zone).hour.format(0));

/** Whether `12/1` is the first of December: leads come from North America, unless the business has another locale. */
export const isMonthFirst = (zone: TimeZone): boolean => {
  if (zone.locale === undefined) return true;
  const parts = formats(zone)
    .day.formatToParts(0)
    .map(({ type }) => type);
  return parts.indexOf('month') < parts.indexOf('day');
};

/** A day in words: `Today`, `Mon` within a week, else `21 Nov`. */
export function weekdayText(at: Date, now: Date, zone: TimeZone): string {
  const days = (Date.parse(zone.dayOf(at)) - Date.parse(zone.dayOf(now))) / DAY_MS;
  if (days === 0) return 'Today';
  if (Math.abs(days) >= 7) return dayText(at, zone);
  return formats(zone).weekday.format(shown(at, zone));
}
