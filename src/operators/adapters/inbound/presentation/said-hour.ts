import { InvalidValue } from './invalid-value.ts';
import { twoDigits } from './said-day.ts';

/** Words for a time of day, with the time. */
const parts: Readonly<Record<string, string>> = {
  noon: '12:00',
  morning: '09:00',
  afternoon: '14:00',
  evening: '18:00',
  night: '19:00',
  eod: '17:00',
  'end of day': '17:00',
};

/** A time of day, in an expression. */
export const TIME = `(?<at>at )?(?:(?<part>${Object.keys(parts).join('|')})|(?<hour>\\d{1,2})(?::(?<minute>\\d\\d)(?::(?<second>\\d\\d))?)? ?(?<half>[ap]m)?)`;

/**
 * Reads what `TIME` has found as `09:00`. A bare number is an hour only after a day or `at`. For 1 to 6, nobody knows
 * which half of the day is meant, unless it is written as `02:30`: throws InvalidValue.
 */
export function timeSaid(said: Readonly<Record<string, string | undefined>>): string | undefined {
  const { part, hour = '', minute, second, half, day, at } = said;
  if (part) return parts[part];
  const isBare = minute === undefined && half === undefined;
  if (isBare && day === undefined && at === undefined) return undefined;
  const given = Number(hour);
  if (half === undefined && second === undefined && /^[1-6]$/.test(hour)) {
    const shown = minute === undefined ? hour : `${hour}:${minute}`;
    throw new InvalidValue(`Is ${shown} in the morning or in the afternoon? Write ${shown}am or ${shown}pm.`);
  }
  if (half && (given < 1 || given > 12)) return undefined;
  const hours = half ? (given % 12) + (half === 'pm' ? 12 : 0) : given;
  return [hours, minute ?? '00', second]
    .filter((each) => each !== undefined)
    .map(twoDigits)
    .join(':');
}
