import { isDay, isMonth, momentWritten, writtenTime } from './written-time.ts';

const DAY = 86_400_000;

/** A day on the calendar of a time zone, and when it begins there. */
export interface Day {
  /** `2026-11-25` */
  readonly day: string;
  readonly begins: Date;
}

/**
 * The time zone of the business: what its calendar calls a moment, and when its days and months begin. A day
 * lasts until the next one begins, also where clocks show part of it twice, or where it begins at 1:00.
 *
 * Texts: a month `2026-11`, a day `2026-11-25`, a time on the clocks there `2026-11-25 14:30` (with or without
 * seconds, with a space or `T`), or a time with an offset, as `momentWritten` reads it. Years are 1000 to 2999.
 */
export class TimeZone {
  declare private readonly brand: never;
  /** The zone's name, present or earlier, in IANA's database: `America/New_York`. */
  readonly name: string;
  /** The locale in which people there write times, if it was given: `en-US`. */
  readonly locale: string | undefined;
  readonly #clock: Intl.DateTimeFormat;
  /** The day of the last call: most moments are on the same one. */
  #last = { day: '', begins: new Date(0), ends: new Date(0) };

  private constructor(name?: string, locale?: string) {
    this.locale = locale;
    this.#clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: name,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const known = this.#clock.resolvedOptions().timeZone; // Asia/Kolkata resolves to its earlier name
    this.name = name === undefined || known.toLowerCase() === name.toLowerCase() ? known : name;
  }

  /** Finds a zone by its name; `undefined` if there is none. */
  static parse(name: string): TimeZone | undefined {
    try {
      return new TimeZone(name);
    } catch {
      return undefined;
    }
  }

  /** The process's own zone: that of TZ, or of the machine. */
  static own(): TimeZone {
    return new TimeZone();
  }

  /** This zone with another locale for writing times. */
  writtenAs(locale: string): TimeZone {
    return new TimeZone(this.name, locale);
  }

  /** Whether the name is an abbreviation or an offset instead of a place: such clocks are never changed. */
  get isFixed(): boolean {
    return /^(?:EST|MST|HST|(?:Etc\/)?GMT[-+\d]*|[-+][\d:]+)$/i.test(this.name);
  }

  /** A moment as the clocks show it: `2026-11-25 14:30:05`. */
  clockAt(moment: Date): string {
    return this.#clock.format(moment);
  }

  /** A moment in ISO 8601 with the zone's offset: `2026-11-25T14:30:05.123-05:00`. */
  isoAt(moment: Date): string {
    const minutes = Math.round(this.#offsetAt(moment.getTime()) / 60_000);
    const shown = new Date(moment.getTime() + minutes * 60_000).toISOString().slice(0, -1);
    const ahead = new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16);
    return `${shown}${minutes < 0 ? '-' : '+'}${ahead}`;
  }

  /** All days from that of the first moment to that of the last. */
  days(first: Date, last: Date): Day[] {
    const end = this.dayOf(last);
    const days: Day[] = [];
    for (let day = this.dayOf(first); day <= end; day = dayAfter(day))
      days.push({ day, begins: this.#startOfDay(day) });
    return days;
  }

  /** The day of a moment: `2026-11-25`. */
  dayOf(moment: Date): string {
    if (!(moment >= this.#last.begins && moment < this.#last.ends)) {
      const shown = this.#clock.format(moment).slice(0, 10);
      const next = dayAfter(shown);
      const day = moment < this.#startOfDay(next) ? shown : next; // where clocks go back into the day before
      this.#last = { day, begins: this.#startOfDay(day), ends: this.#startOfDay(dayAfter(day)) };
    }
    return this.#last.day;
  }

  /** The month of a moment: `2026-11`. */
  monthOf(moment: Date): string {
    return this.dayOf(moment).slice(0, 7);
  }

  /**
   * The beginning of the month or day in a text; for a time, the moment itself. `undefined` if the text names
   * none.
   */
  startOf(text: string): Date | undefined {
    if (isMonth(text)) return this.#startOfDay(`${text}-01`);
    return isDay(text) ? this.#startOfDay(text) : this.#momentOf(text);
  }

  /**
   * The end of the month or day in a text, which is when the next begins; for a time, the moment itself. A
   * range that includes its last day ends before this. `undefined` if the text names none.
   */
  endOf(text: string): Date | undefined {
    if (isMonth(text)) return this.#startOfDay(`${dayAfter(`${text}-01`, 31).slice(0, 7)}-01`);
    return isDay(text) ? this.#startOfDay(dayAfter(text)) : this.#momentOf(text);
  }

  #startOfDay(day: string): Date {
    return this.#firstMoment(Date.parse(`${day}T00:00Z`));
  }

  #momentOf(text: string): Date | undefined {
    const { day, time } = writtenTime(text) ?? {};
    return day === undefined ? momentWritten(text) : this.#firstMoment(Date.parse(`${day}T${time}Z`));
  }

  /**
   * The moment at which the clocks first show this time (written as if it were UTC); if they skip it, the
   * moment of the change.
   */
  #firstMoment(shown: number): Date {
    const [before, after] = [this.#offsetAt(shown - DAY), this.#offsetAt(shown + DAY)];
    const moments = [shown - before, shown - after].filter((each) => each + this.#offsetAt(each) === shown);
    return new Date(moments.length > 0 ? Math.min(...moments) : this.#change(shown - DAY, shown + DAY));
  }

  /** The moment between two at which the clocks' offset becomes that of the second. */
  #change(early: number, late: number): number {
    const after = this.#offsetAt(late);
    let [before, since] = [early, late];
    while (since - before > 1) {
      const middle = Math.floor((before + since) / 2);
      if (this.#offsetAt(middle) === after) since = middle;
      else before = middle;
    }
    return since;
  }

  /** The milliseconds by which the clocks are ahead of UTC. */
  #offsetAt(moment: number): number {
    const second = Math.floor(moment / 1000) * 1000;
    return Date.parse(`${this.#clock.format(second).replace(' ', 'T')}Z`) - second;
  }
}

/** The calendar day that is `later` days after this one. */
export const dayAfter = (day: string, later = 1): string =>
  new Date(Date.parse(`${day}T00:00Z`) + later * DAY).toISOString().slice(0, 10);
