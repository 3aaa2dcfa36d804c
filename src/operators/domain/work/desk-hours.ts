import { dayAfter, type TimeZone } from '../time-zone.ts';

/** Hours that begin on one weekday, by the clock of the desk's time zone. They may overlap. */
type WeekHours = readonly {
  /** 0 is Sunday, 6 is Saturday. */
  readonly weekday: number;
  /** `08:00` */
  readonly from: string;
  /** `20:00` or `24:00`. A time that is not later than `from` is on the next day. */
  readonly to: string;
}[];

const weekdays = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'] as const;

/** Every hour of the week. */
export const everyHour: WeekHours = weekdays.map((_, weekday) => ({ weekday, from: '00:00', to: '24:00' }));

/** A text does not describe hours. The message says what is wrong without repeating the text. */
export class MalformedHours extends Error {
  override readonly name = 'MalformedHours';
}

/**
 * Reads hours such as `Mo-Fr 08:00-20:00, Sa 09:00-17:00`. Hours such as `22:00-02:00` end on the next day. A
 * day may be named twice, for a break at noon. Throws MalformedHours.
 */
export function parseWeekHours(text: string): WeekHours {
  return text.split(',').flatMap((entry, index) => {
    const [, first, last = first, from = '', to = ''] =
      /^\s*([a-z]{2})(?:\s*-\s*([a-z]{2}))?\s+(\d\d:\d\d)\s*-\s*(\d\d:\d\d)\s*$/i.exec(entry) ?? [];
    const where = `entry ${index + 1}`;
    if (!first || !last) throw new MalformedHours(`${where} is not of the form Mo-Fr 08:00-20:00`);
    const [begin, end] = [weekdayOf(first), weekdayOf(last)];
    if (begin < 0 || end < 0)
      throw new MalformedHours(`${where} has a day that is none of Mo, Tu, We, Th, Fr, Sa, Su`);
    if (!isTime(from) || !(isTime(to) || to === '24:00'))
      throw new MalformedHours(`${where} has a time that is not on a clock; the last one is 24:00`);
    if (from === to) throw new MalformedHours(`${where} ends when it begins; a whole day is 00:00-24:00`);
    return Array.from({ length: ((end - begin + 7) % 7) + 1 }, (_, n) => ({
      weekday: (begin + n) % 7,
      from,
      to,
    }));
  });
}

const weekdayOf = (text: string): number =>
  weekdays.findIndex((name) => name.toLowerCase() === text.toLowerCase());

const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Staffed hours in order, in milliseconds since 1970. */
interface Calendar {
  /** The first and the last year that the calendar covers. */
  readonly years: readonly [number, number];
  readonly begins: readonly number[];
  readonly ends: readonly number[];
  /** For each of `begins`, the milliseconds staffed before that moment. */
  readonly sums: readonly number[];
}

/**
 * The times when the desk is staffed. A day off is never staffed, also not by hours over midnight. Hours begin and
 * end when clocks first show their time: a night in which clocks go back has an hour more.
 */
export class DeskHours {
  readonly #week: WeekHours;
  readonly #zone: TimeZone;
  readonly #daysOff: ReadonlySet<string>;
  #calendar: Calendar = { years: [0, -1], begins: [], ends: [], sums: [] };

  /** `daysOff`: calendar days such as `2026-12-25`. */
  constructor(week: WeekHours, zone: TimeZone, daysOff: readonly string[] = []) {
    this.#week = week;
    this.#zone = zone;
    this.#daysOff = new Set(daysOff);
  }

  /** The milliseconds for which the desk was staffed between two moments. */
  elapsed(from: Date, to: Date): number {
    if (to <= from) return 0;
    const calendar = this.#with(yearOf(from) - 1, yearOf(to) + 1);
    return sumAt(calendar, to.getTime()) - sumAt(calendar, from.getTime());
  }

  /** The moment at which the desk has been staffed for `length` milliseconds (at least 1) since `from`. */
  after(from: Date, length: number): Date {
    for (let years = 1; ; years *= 2) {
      const calendar = this.#with(yearOf(from) - 1, yearOf(from) + years);
      const { begins, sums } = calendar;
      const wanted = sumAt(calendar, from.getTime()) + length;
      const at = lastNotAbove(sums, wanted - 1);
      const moment = (begins[at] ?? Number.NaN) + wanted - (sums[at] ?? Number.NaN);
      if (moment <= (calendar.ends[at] ?? Number.NaN)) return new Date(moment);
    }
  }

  /** The moment itself if the desk is staffed, else when it next is. */
  openFrom(moment: Date): Date {
    return new Date(this.after(moment, 1).getTime() - 1);
  }

  /** The calendar, extended to cover these years as well. */
  #with(first: number, last: number): Calendar {
    const { years: known } = this.#calendar;
    const isEmpty = known[0] > known[1];
    if (!isEmpty && first >= known[0] && last <= known[1]) return this.#calendar;
    const years = isEmpty
      ? ([first, last] as const)
      : ([Math.min(first, known[0]), Math.max(last, known[1])] as const);
    const begins: number[] = [];
    const ends: number[] = [];
    const sums: number[] = [];
    let sum = 0;
    for (const [begin, end] of this.#hoursIn(...years)) {
      const before = ends.at(-1) ?? Number.NEGATIVE_INFINITY;
      const from = Math.max(begin, before); // of two that overlap, the second only prolongs the first
      if (end <= from) continue;
      begins.push(from);
      ends.push(end);
      sums.push(sum);
      sum += end - from;
    }
    this.#calendar = { years, begins, ends, sums };
    return this.#calendar;
  }

  /** The hours that begin in these years, sorted by their beginning, overlaps included. */
  #hoursIn(first: number, last: number): [number, number][] {
    const all: [number, number][] = [];
    for (let day = `${first}-01-01`; day < `${last + 1}-01-01`; day = dayAfter(day)) {
      const weekday = new Date(`${day}T00:00Z`).getUTCDay();
      for (const { from, to } of this.#week.filter((hours) => hours.weekday === weekday))
        if (to > from) this.#addTo(all, day, from, to);
        else {
          this.#addTo(all, day, from, '24:00');
          this.#addTo(all, dayAfter(day), '00:00', to);
        }
    }
    return all.sort(([a], [b]) => a - b);
  }

  #addTo(all: [number, number][], day: string, from: string, to: string): void {
    if (!this.#daysOff.has(day)) all.push([this.#momentOf(day, from), this.#momentOf(day, to)]);
  }

  #momentOf(day: string, time: string): number {
    const moment = time === '24:00' ? this.#zone.endOf(day) : this.#zone.startOf(`${day} ${time}`);
    if (!moment) throw new RangeError(`no such time: ${day} ${time}`);
    return moment.getTime();
  }
}

const yearOf = (moment: Date): number => moment.getUTCFullYear();

/** The milliseconds staffed from the calendar's beginning to this moment. */
function sumAt({ begins, ends, sums }: Calendar, moment: number): number {
  const at = lastNotAbove(begins, moment);
  return at < 0 ? 0 : (sums[at] ?? 0) + Math.min(moment, ends[at] ?? 0) - (begins[at] ?? 0);
}

/** The index of the last value that is not above `value`; -1 if all are. */
function lastNotAbove(sorted: readonly number[], value: number): number {
  let [low, high] = [-1, sorted.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
