import type { TimeZone } from '../../../domain/time-zone.ts';

/** How people of the business write times: `14:00` or `2:00 PM`, `21 Nov` or `Nov 21`, by its locale. */

const utc = { timeZone: 'UTC' } as const;
const made = new Map<string, ReturnType<typeof formatsOf>>();

function formatsOf(locale: string) {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  const hour = hour12 ? 'numeric' : '2-digit';
  return {
    hour: new Intl.DateTimeFormat(locale, { ...utc, hour, minute: '2-digit' }),
    day: new Intl.DateTimeFormat(locale, { ...utc, day: 'numeric', month: 'short' }),
    date: new Intl.DateTimeFormat(locale, { ...utc, dateStyle: 'medium' }),
  };
}

function formats({ locale = 'en-GB' }: TimeZone) {
  const known = made.get(locale) ?? formatsOf(locale);
  made.set(locale, known);
  return known;
}

/** What the clocks show, as if they were those of UTC. */
const shown = (at: Date, zone: TimeZone): Date => new Date(`${zone.clockAt(at).replace(' ', 'T')}Z`);

/** `14:00`, `2:00 PM`. */
export const hourText = (at: Date, zone: TimeZone): string =>
  formats(zone).hour.format(shown(at, zone)).replace(/\s/g, '\u00a0');

/** `21 Nov`, `Nov 21`. */
export const dayText = (at: Date, zone: TimeZone): string => formats(zone).day.format(shown(at, zone));

/** `21 Nov 2026`, `Nov 21, 2026`. */
export const dateText = (at: Date, zone: TimeZone): string => formats(zone).date.format(shown(at, zone));

/** Of today the hour, unless it stands beside another day; of this year without the year, else the date alone. */
export function momentText(at: Date, now: Date, zone: TimeZone, beside = at): string {
  const [day, today] = [zone.dayOf(at), zone.dayOf(now)];
  if (day === today && zone.dayOf(beside) === today) return hourText(at, zone);
  return day.slice(0, 4) === today.slice(0, 4) ? dayAndHourText(at, now, zone) : dateText(at, zone);
}

/** For a sentence that repeats what was typed: the day, with its year if that is another, and the hour. */
export function dayAndHourText(at: Date, now: Date, zone: TimeZone): string {
  const isThisYear = zone.dayOf(at).slice(0, 4) === zone.dayOf(now).slice(0, 4);
  return `${(isThisYear ? dayText : dateText)(at, zone)}, ${hourText(at, zone)}`;
}

/** Whether `12/1` is the first of December: leads come from North America, unless the business says how it writes. */
export const isMonthFirst = (zone: TimeZone): boolean => {
  if (zone.locale === undefined) return true;
  const parts = formats(zone)
    .day.formatToParts(0)
    .map(({ type }) => type);
  return parts.indexOf('month') < parts.indexOf('day');
};
