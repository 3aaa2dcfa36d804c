import type { TimeZone } from '#operators/domain/time-zone.ts';
import { InvalidValue } from './invalid-value.ts';
import { saysHours } from './time-words.ts';

/**
 * A typed time as it is read: in small letters without accents, with `2:00pm` for `2:00 p. m.` or `2.00 PM`, and
 * `14:00` for `14 h 00`.
 */
export const plainTime = (given: string): string =>
  given
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[,\s]+/g, ' ')
    .trim()
    .replace(/\b([ap])\.? ?m\b\.?/g, '$1m')
    .replace(/(\d)\.(\d\d) ?([ap]m)\b/g, '$1:$2$3')
    .replace(/\b(\d{1,2}) ?h ?(\d\d)\b/g, '$1:$2')
    .replace(/\bthis (?=morning|afternoon|evening)|\bto(?=night)/g, 'today ')
    .replace(/\b(?:tmrw|tmr)\b/g, 'tomorrow');

/**
 * Reads `17h` and `fri 9h` as hours of the clock, and leaves `2h` and `in 17h` as hours from now. Throws InvalidValue
 * for what may be either.
 */
export function withHours(text: string, zone: TimeZone): string {
  const [, day, hour] = /^(?:(.+) )?(\d{1,2}) ?h$/.exec(text) ?? [];
  const count = Number(hour);
  if (hour === undefined || day === 'in' || count > 23) return text;
  if (day !== undefined) return `${day} ${count}:00`;
  if (count > 12 || (count > 6 && saysHours(zone))) return `${count}:00`;
  if (count <= 6 && !saysHours(zone)) return text;
  throw new InvalidValue(`Is ${text} a time, or hours from now? Write ${count}:00, or in ${count}h.`);
}
