import { dayAfter, type TimeZone } from '../../../domain/time-zone.ts';
import { momentWritten } from '../../../domain/written-time.ts';
import { HOUR_MS, isUsual } from './days.ts';
import { InvalidValue } from './invalid-value.ts';
import { isMonthFirst } from './time-words.ts';
import type { Calendar } from './values.ts';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const months = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** Words for a day, in lists to choose from or to complete. */
export const dayWords = ['today', 'tomorrow', ...weekdays.slice(1), weekdays[0]] as const;

/** The time of a follow-up for which only a day was given. */
const USUAL_TIME = '09:00';

const SOON = /^(?:in )?(?<count>\d{1,4}|an?) ?(?<unit>m|mins?|minutes?|h|hrs?|hours?)$/;
const TIME =
  '(?<at>at )?(?:(?<noon>noon)|(?<hour>\\d{1,2})(?::(?<minute>\\d\\d)(?::(?<second>\\d\\d))?)? ?(?<half>[ap]m)?)';
const forms = [
  new RegExp(`^${TIME}$`),
  new RegExp(`^(?<day>.+?)(?: |(?<=\\d)t)${TIME}$`),
  new RegExp(`^${TIME} (?:on )?(?<day>.+)$`),
];

const RULE =
  'Use tomorrow 10am, fri 3pm, in 3 days, 2h, 14:00, Dec 1, 2026-05-01 14:00, or a day alone, for nine o’clock.';

/**
 * Reads when to turn to a customer, as people type it: in minutes or hours (`30 min`, `2h`), at a time today
 * (`14:00`, `2pm`), or on a day, at nine or at a given time (`tomorrow 10`). A day is a word, the next weekday
 * of a name (`fri`, which may be today if the time is still to come; `next fri`), in days or weeks (`3d`, `in 2
 * weeks`) or a date (`2026-05-01`, `Dec 1`, `12/1` in the order of the business, else with the month first).
 * After nine, `today` means an hour later. Also ISO 8601 with an offset. Times are by the clocks of the
 * business. Throws InvalidValue.
 */
export const followUpTime =
  ({ clock, timeZone }: Calendar) =>
  (given: string): Date => {
    const now = clock();
    const text = given
      .toLowerCase()
      .replace(/[,\s]+/g, ' ')
      .trim();
    const at = soon(text, now) ?? onCalendar(text, now, timeZone) ?? momentWritten(text);
    if (!at || !isUsual(at)) throw new InvalidValue(RULE);
    return text === 'today' && at <= now ? laterToday(now, timeZone) : at;
  };

function soon(text: string, now: Date): Date | undefined {
  const { count, unit = '' } = SOON.exec(text)?.groups ?? {};
  if (count === undefined) return undefined;
  return new Date(now.getTime() + countOf(count) * (unit.startsWith('h') ? HOUR_MS : HOUR_MS / 60));
}

/** Reads a number; `a` and `an` are one. */
const countOf = (text: string): number => (text.startsWith('a') ? 1 : Number(text));

function onCalendar(text: string, now: Date, zone: TimeZone): Date | undefined {
  const today = zone.dayOf(now);
  const onDay = (named: string, time: string): Date | undefined => {
    const day = dayNamed(named, today, zone);
    const at = day === undefined ? undefined : zone.startOf(`${day} ${time}`);
    return at && at <= now && weekdayNamed(named) ? zone.startOf(`${dayAfter(today, 7)} ${time}`) : at;
  };
  const whole = onDay(text, USUAL_TIME);
  if (whole) return whole;
  for (const form of forms) {
    const said = form.exec(text)?.groups;
    const { day = 'today' } = said ?? {};
    const time = said && dayNamed(day, today, zone) && timeSaid(said);
    if (time) return onDay(day, time);
  }
  return undefined;
}

/**
 * Reads a time as `09:00`. A bare number is an hour only after a day or `at`. For 1 to 6, nobody knows which
 * half of the day is meant.
 */
function timeSaid(said: Readonly<Record<string, string | undefined>>): string | undefined {
  const { noon, hour = '', minute, second, half, day, at } = said;
  if (noon) return '12:00';
  const isBare = minute === undefined && half === undefined;
  const given = Number(hour);
  if (isBare && day === undefined && at === undefined) return undefined;
  if (isBare && given >= 1 && given <= 6)
    throw new InvalidValue(`Is ${given} in the morning or in the afternoon? Write ${given}am or ${given}pm.`);
  if (half && (given < 1 || given > 12)) return undefined;
  const hours = half ? (given % 12) + (half === 'pm' ? 12 : 0) : given;
  return [hours, minute ?? '00', second]
    .filter((part) => part !== undefined)
    .map(twoDigits)
    .join(':');
}

const twoDigits = (part: number | string): string => `${part}`.padStart(2, '0');

/** The time in an hour or a little more, on a quarter of an hour. */
function laterToday(now: Date, zone: TimeZone): Date {
  const later = new Date(Math.ceil((now.getTime() + HOUR_MS) / QUARTER_MS) * QUARTER_MS);
  if (zone.dayOf(later) === zone.dayOf(now)) return later;
  throw new InvalidValue('Today is almost over: give a time, such as 23:30, or tomorrow.');
}

const QUARTER_MS = HOUR_MS / 4;

/** Reads a day; `undefined` for any other text. */
function dayNamed(text: string, today: string, zone: TimeZone): string | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  if (text === 'today') return today;
  if (text === 'tomorrow') return dayAfter(today);
  if (text === 'next week') return dayAfter(today, 7);
  const { count, unit } =
    /^(?:in )?(?<count>\d{1,3}|an?) ?(?<unit>d|w)(?:ays?|eeks?)?$/.exec(text)?.groups ?? {};
  if (count !== undefined) return dayAfter(today, countOf(count) * (unit === 'w' ? 7 : 1));
  const weekday = weekdayNamed(text);
  if (!weekday) return dateSaid(text, today, zone);
  const ahead = (weekday.place - new Date(`${today}T00:00Z`).getUTCDay() + 7) % 7;
  return dayAfter(today, ahead === 0 && weekday.isNext ? 7 : ahead);
}

function weekdayNamed(text: string): { readonly place: number; readonly isNext: boolean } | undefined {
  const { next, name } = /^(?:(?<next>next )|on )?(?<name>[a-z]{3,})$/.exec(text)?.groups ?? {};
  const place = name === undefined ? -1 : weekdays.findIndex((each) => each.startsWith(name));
  return place < 0 ? undefined : { place, isNext: next !== undefined };
}

/** Reads `Dec 1`, `1 December 2027`, `12/1` or `12/1/27`. Without a year, the next such date. */
function dateSaid(text: string, today: string, zone: TimeZone): string | undefined {
  const named =
    /^(?:on )?(?<word>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?: (?<year>\d{4}))?$/.exec(text) ??
    /^(?:on )?(?<day>\d{1,2})(?:st|nd|rd|th)?\.? (?<word>[a-z]{3,9})\.?(?: (?<year>\d{4}))?$/.exec(text);
  const [, one, other, year] = /^(?:on )?(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d\d))?$/.exec(text) ?? [];
  const { word, day = isMonthFirst(zone) ? other : one, year: then = year } = named?.groups ?? {};
  const month = word === undefined ? Number(isMonthFirst(zone) ? one : other) : monthNamed(word);
  if (!month || day === undefined) return undefined;
  const on = (of: string | number) => [of, ...[month, day].map(twoDigits)].join('-');
  if (then !== undefined) return on(then.length === 2 ? `20${then}` : then);
  const thisYear = on(today.slice(0, 4));
  return thisYear >= today ? thisYear : on(Number(today.slice(0, 4)) + 1);
}

/** The number of a month by its name, 1 for January; 0 for other words. */
const monthNamed = (word: string): number => months.findIndex((each) => each.startsWith(word)) + 1;
