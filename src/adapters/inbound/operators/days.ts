import { InvalidValue } from './invalid-value.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Years that somebody can mean. What lies beyond is mistyped, and not every store and calendar can take it. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2999];

/** Whether a time lies in years that somebody can mean. */
export const isUsual = (time: Date): boolean =>
  time.getUTCFullYear() >= FIRST_YEAR && time.getUTCFullYear() <= LAST_YEAR;

/** The day in UTC: `2026-11-25`. */
export const isoDay = (time: Date): string => time.toISOString().slice(0, 10);

/** The beginning in UTC of a day such as `2026-11-25`. Throws InvalidValue unless it is on the calendar. */
export function day(text: string): Date {
  const read = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00Z` : Number.NaN);
  // Date would read 30 February as 2 March.
  if (Number.isNaN(read.getTime()) || isoDay(read) !== text || !isUsual(read))
    throw new InvalidValue(`A day is one such as 2026-11-25, from the year ${FIRST_YEAR} to ${LAST_YEAR}.`);
  return read;
}

/** The day on which this time falls in a time zone: `2026-11-25`. */
export const dayOf = (time: Date, zone: string): string => localTime(time, zone).slice(0, 10);

/** When this day, or the one so many days later, begins in a time zone. Throws InvalidValue if it is no day. */
export function startOfDay(text: string, zone: string, later = 0): Date {
  const midnight = day(text).getTime() + later * DAY_MS;
  const nearly = midnight - offsetAt(midnight, zone);
  return new Date(midnight - offsetAt(nearly, zone));
}

/** How many milliseconds the clocks of a time zone are ahead of UTC. */
function offsetAt(time: number, zone: string): number {
  const whole = Math.floor(time / 1000) * 1000;
  return Date.parse(`${localTime(new Date(whole), zone).replace(' ', 'T')}Z`) - whole;
}

const localTime = (time: Date, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(time);
