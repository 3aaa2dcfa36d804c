import { dayAfter, type TimeZone } from '#operators/domain/time-zone.ts';
import { InvalidValue } from './invalid-value.ts';
import { isMonthFirst, monthNames, weekdayNames } from './time-words.ts';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const months = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** Words for a day, in lists to choose from or to complete. */
export const dayWords = ['today', 'tomorrow', ...weekdays.slice(1), weekdays[0]] as const;

/** Reads a day, such as `2026-05-01`; `undefined` for any other text. Throws InvalidValue for a wrong weekday. */
export function dayNamed(text: string, today: string, zone: TimeZone): string | undefined {
  const [, year, ...rest] = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(text) ?? [];
  if (year) return [year, ...rest.map(twoDigits)].join('-');
  const ahead = daysAhead(text);
  if (ahead !== undefined) return dayAfter(today, ahead);
  const later = monthsAhead(text);
  if (later !== undefined) return monthAfter(today, later);
  if (/^(?:end of (?:the )?month|month end|eom)$/.test(text)) return lastDayOf(today.slice(0, 7));
  const weekday = weekdayNamed(text, zone);
  if (!weekday) return dateSaid(text, today, zone) ?? dateOfWeekday(text, today, zone);
  const until = (weekday.place - placeOf(today) + 7) % 7;
  return dayAfter(today, until === 0 && weekday.isNext ? 7 : until);
}

/** The place of a day in its week, 0 for Sunday. */
const placeOf = (day: string): number => new Date(`${day}T00:00Z`).getUTCDay();

const daysOf: Readonly<Record<string, number>> = {
  today: 0,
  tomorrow: 1,
  'day after tomorrow': 2,
  'the day after tomorrow': 2,
  'next week': 7,
};

function daysAhead(text: string): number | undefined {
  const { count, unit } =
    /^(?:in )?(?<count>\d{1,3}|an?) ?(?<unit>d|w)(?:ays?|eeks?)?$/.exec(text)?.groups ?? {};
  return count === undefined ? daysOf[text] : countOf(count) * (unit === 'w' ? 7 : 1);
}

function monthsAhead(text: string): number | undefined {
  if (text === 'next month') return 1;
  const [, count] = /^(?:in )?(\d{1,2}|an?) ?mo(?:nths?)?$/.exec(text) ?? [];
  return count === undefined ? undefined : countOf(count);
}

/** The same day of a later month, or that month's last. */
function monthAfter(day: string, count: number): string {
  const first = new Date(`${day.slice(0, 7)}-01T00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + count);
  const month = first.toISOString().slice(0, 7);
  const [same, last] = [`${month}-${day.slice(8)}`, lastDayOf(month)];
  return same < last ? same : last;
}

const lastDayOf = (month: string): string => dayAfter(`${dayAfter(`${month}-01`, 31).slice(0, 7)}-01`, -1);

/** Reads a number; `a` and `an` are one. */
export const countOf = (text: string): number => (text.startsWith('a') ? 1 : Number(text));

/** Reads `fri`, `this friday` or `next fri`, also in the words of the business's locale. */
export function weekdayNamed(
  text: string,
  zone: TimeZone,
): { readonly place: number; readonly isNext: boolean } | undefined {
  const { next, name = '' } = /^(?:(?<next>next )|this |on )?(?<name>[a-z]{2,})\.?$/.exec(text)?.groups ?? {};
  const place =
    name.length > 2 ? weekdays.findIndex((each) => each.startsWith(name)) : Number.NEGATIVE_INFINITY;
  const found = place < 0 ? placeIn(weekdayNames(zone), name) : place;
  return found < 0 ? undefined : { place: found, isNext: next !== undefined };
}

/** Reads `fri 4 dec`, as the desk writes it. */
function dateOfWeekday(text: string, today: string, zone: TimeZone): string | undefined {
  const [, name = '', rest = ''] = /^(?:on )?([a-z]{2,}\.?) (.+)$/.exec(text) ?? [];
  const weekday = weekdayNamed(name, zone);
  const day = weekday && dateSaid(rest, today, zone);
  if (day && placeOf(day) !== weekday.place)
    throw new InvalidValue(`${rest} is a ${weekdays[placeOf(day)]}: which of the two is meant?`);
  return day;
}

/**
 * Reads `Dec 1`, `1. December 2027`, `12/1` or `12/1/27`, and `1.12.` where days come first. Without a year, the next
 * such date.
 */
function dateSaid(text: string, today: string, zone: TimeZone): string | undefined {
  const named =
    /^(?:on )?(?<word>[a-z]{3,10})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?: (?<year>\d{4}))?$/.exec(text) ??
    /^(?:on )?(?<day>\d{1,2})(?:st|nd|rd|th)?\.? (?:de )?(?<word>[a-z]{3,10})\.?(?: (?:de )?(?<year>\d{4}))?$/.exec(
      text,
    );
  const isFirst = isMonthFirst(zone);
  const numbers = isFirst ? SLASHES : DOTS.test(text) ? DOTS : SLASHES;
  const [, one, other, year] = numbers.exec(text) ?? [];
  const { word, day = isFirst ? other : one, year: then = year } = named?.groups ?? {};
  const month = word === undefined ? Number(isFirst ? one : other) : monthNamed(word, zone);
  if (!month || day === undefined) return undefined;
  const on = (of: string | number) => [of, ...[month, day].map(twoDigits)].join('-');
  if (then !== undefined) return on(then.length === 2 ? `20${then}` : then);
  const thisYear = on(today.slice(0, 4));
  return thisYear >= today ? thisYear : on(Number(today.slice(0, 4)) + 1);
}

const SLASHES = /^(?:on )?(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d\d))?$/;
const DOTS = /^(\d{1,2})\. ?(\d{1,2})\.(?: ?(\d{4}|\d\d))?$/;

export const twoDigits = (part: number | string): string => `${part}`.padStart(2, '0');

/** The number of a month by its name, 1 for January; 0 for other words. */
const monthNamed = (word: string, zone: TimeZone): number => {
  const english = months.findIndex((each) => each.startsWith(word));
  return (english < 0 ? placeIn(monthNames(zone), word) : english) + 1;
};

/** The place in a year or week of a name that begins so; -1 without one. */
const placeIn = (names: readonly (readonly string[])[], word: string): number =>
  names.findIndex((each) => each.some((name) => name === word || (word.length > 2 && name.startsWith(word))));
