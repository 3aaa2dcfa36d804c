import type { TimeZone } from '#operators/domain/time-zone.ts';
import { InvalidValue } from './invalid-value.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The years that times may be in. Others are mistyped, and not every store and calendar can take them. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2999];

const isUsualYear = (year: number): boolean => year >= FIRST_YEAR && year <= LAST_YEAR;

/** Whether a time is in one of these years. */
export const isUsual = (time: Date): boolean => isUsualYear(time.getUTCFullYear());

/** Whether the text of a day or time begins with one of these years. */
export const beginsUsually = (text: string): boolean => isUsualYear(Number(text.slice(0, 4)));

/** The beginning of a day such as `2026-11-25`. Throws InvalidValue for any other text. */
export const startOfDay = (text: string, zone: TimeZone): Date => required(isDay(text) && zone.startOf(text));

/** The end of a day such as `2026-11-25`. Throws InvalidValue for any other text. */
export const endOfDay = (text: string, zone: TimeZone): Date => required(isDay(text) && zone.endOf(text));

const isDay = (text: string): boolean => text.length === 10 && beginsUsually(text);

function required(time: Date | undefined | false): Date {
  if (time) return time;
  throw new InvalidValue(`A day is one such as 2026-11-25, from the year ${FIRST_YEAR} to ${LAST_YEAR}.`);
}
