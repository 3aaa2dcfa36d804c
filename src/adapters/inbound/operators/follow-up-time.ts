import { dayAfter, type TimeZone } from '../../../domain/time-zone.ts';
import { momentWritten } from '../../../domain/written-time.ts';
import { HOUR_MS, isUsual } from './days.ts';
import { InvalidValue } from './invalid-value.ts';
import type { Calendar } from './values.ts';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** Words for a day, for a list to choose from or to complete. */
export const dayWords = ['today', 'tomorrow', ...weekdays.slice(1), weekdays[0]] as const;

/** When somebody comes back to a lead who names a day alone. */
const USUAL_TIME = '09:00';

const DAY_AND_TIME =
  /^(?<day>[a-z]+|\d{1,3}[dw]|\d{4}-\d\d-\d\d)?(?:(?:^|[ t]+)(?:at )?(?<time>\d{1,2}:\d\d(?::\d\d)?))?$/;

const RULE =
  'Use tomorrow, monday, 3d, 2h, 14:00, 2026-05-01, or a day with a time, such as tomorrow 10:00 or 2026-05-01 14:00.';

/**
 * When to turn to a customer: in so many minutes or hours (`30m`, `2h`), at a time today (`14:00`), or on a day, by itself at
 * nine, or with a time after it. A day is a word, the next one of that name (`monday`), in so many days or weeks (`3d`, `2w`)
 * or on the calendar (`2026-05-01`). After nine, `today` is an hour later. Or ISO 8601 with an offset. On the clocks of the
 * business. Throws InvalidValue.
 */
export const followUpTime =
  ({ clock, timeZone }: Calendar) =>
  (given: string): Date => {
    const now = clock();
    const text = given.trim().toLowerCase();
    const { count, unit = '' } = /^(?<count>\d{1,4})(?<unit>[mh])$/.exec(text)?.groups ?? {};
    if (count !== undefined)
      return new Date(now.getTime() + Number(count) * (unit === 'h' ? HOUR_MS : HOUR_MS / 60));
    const { day, time } = DAY_AND_TIME.exec(text)?.groups ?? {};
    const named = day || time ? dayNamed(day ?? 'today', timeZone.dayOf(now)) : undefined;
    const at = named
      ? timeZone.startOf(`${named} ${(time ?? USUAL_TIME).replace(/^\d:/, '0$&')}`)
      : momentWritten(text);
    if (!at || !isUsual(at)) throw new InvalidValue(RULE);
    return text === 'today' && at <= now ? laterToday(now, timeZone) : at;
  };

/** In an hour or a little more, on a quarter of an hour. */
function laterToday(now: Date, zone: TimeZone): Date {
  const later = new Date(Math.ceil((now.getTime() + HOUR_MS) / QUARTER_MS) * QUARTER_MS);
  if (zone.dayOf(later) === zone.dayOf(now)) return later;
  throw new InvalidValue('Today is almost over: give a time, such as 23:30, or tomorrow.');
}

const QUARTER_MS = HOUR_MS / 4;

/** The day on the calendar; `undefined` if the text is none. */
function dayNamed(text: string, today: string): string | undefined {
  if (/^\d{4}-/.test(text)) return text;
  const { count, unit } = /^(?<count>\d+)(?<unit>[dw])$/.exec(text)?.groups ?? {};
  if (count !== undefined) return dayAfter(today, Number(count) * (unit === 'w' ? 7 : 1));
  if (text === 'today') return today;
  if (text === 'tomorrow') return dayAfter(today);
  const wanted = weekdays.findIndex((name) => name === text || name.slice(0, 3) === text);
  if (wanted < 0) return undefined;
  const ahead = (wanted - new Date(`${today}T00:00Z`).getUTCDay() + 7) % 7;
  return dayAfter(today, ahead === 0 ? 7 : ahead);
}
