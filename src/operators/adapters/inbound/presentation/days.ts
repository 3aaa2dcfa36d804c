import type { TimeZone } from '../../../domain/time-zone.ts';
import { InvalidValue } from './invalid-value.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Years that somebody can mean. What lies beyond is mistyped, and not every store and calendar can take it. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2999];

const isUsualYear = (year: number): boolean => year >= FIRST_YEAR && year <= LAST_YEAR;

/** Whether a time lies in years that somebody can mean. */
export const isUsual = (time: Date): boolean => isUsualYear(time.getUTCFullYear());

/** Whether the text of a day or a time begins with such a year. */
export const beginsUsually = (text: string): boolean => isUsualYear(Number(text.slice(0, 4)));

/** When a day such as `2026-11-25` begins. Throws InvalidValue unless it is on the calendar. */
export const startOfDay = (text: string, zone: TimeZone): Date => required(isDay(text) && zone.startOf(text));

/** When it is over. Throws InvalidValue. */
export const endOfDay = (text: string, zone: TimeZone): Date => required(isDay(text) && zone.endOf(text));

const isDay = (text: string): boolean => text.length === 10 && beginsUsually(text);

function required(time: Date | undefined | false): Date {
  if (time) return time;
  throw new InvalidValue(`A day is one such as 2026-11-25, from the year ${FIRST_YEAR} to ${LAST_YEAR}.`);
}
