import { expect, it } from 'vitest';
import { DeskHours, parseWeekHours } from '../../../../src/operators/domain/work/desk-hours.ts';
import { zoneOf } from '../../../support/time-zone.ts';

const QUARTER = 15 * 60_000;
const HOUR = 4 * QUARTER;
const WEEK = 7 * 24 * HOUR;

/** Zones with every kind of change, and some without. */
export const zones = [
  ...['UTC', 'America/New_York', 'Europe/Berlin', 'Europe/London', 'America/Los_Angeles', 'America/St_Johns'],
  ...['America/Santiago', 'America/Havana', 'Africa/Cairo', 'Africa/Casablanca', 'Asia/Beirut', 'Asia/Gaza'],
  ...['Asia/Kathmandu', 'Asia/Kolkata', 'Asia/Tokyo', 'Australia/Lord_Howe', 'Australia/Sydney'],
  ...['Pacific/Auckland', 'Pacific/Chatham', 'Pacific/Apia', 'Pacific/Kiritimati', 'America/Asuncion'],
];

/** When each begins, from the first of January on. */
export const weeksOf2026: readonly number[] = Array.from(
  { length: 53 },
  (_, n) => Date.UTC(2026, 0) + n * WEEK,
);

const kinds = [
  {
    text: 'Mo-Fr 08:00-20:00, Sa 09:00-17:00',
    isOpen: (weekday: string, time: string) =>
      weekday === 'Sat'
        ? time >= '09:00' && time < '17:00'
        : weekday !== 'Sun' && time >= '08:00' && time < '20:00',
  },
  {
    text: 'Sa 22:00-06:00',
    isOpen: (weekday: string, time: string) =>
      (weekday === 'Sat' && time >= '22:00') || (weekday === 'Sun' && time < '06:00'),
  },
];

/** What must hold for hours in every zone, looked at in these zones and weeks. */
export function sweepHours(which: string, zones: readonly string[], weeks: readonly number[]): void {
  const desks = zones.flatMap((zone) =>
    kinds.map(({ text, isOpen }) => {
      const hours = new DeskHours(parseWeekHours(text), zoneOf(zone));
      const elapsed = (from: number, to: number) => hours.elapsed(new Date(from), new Date(to));
      return { name: `${zone} ${text}`, clocks: clocksOf(zone), isOpen, hours, elapsed };
    }),
  );

  it(`in ${which}, hours are what the clocks show: 15 minutes after 15 minutes`, () => {
    const wrong: string[] = [];
    for (const { name, clocks, isOpen, elapsed } of desks)
      for (const week of weeks) {
        let sum = 0;
        for (let moment = week; moment < week + WEEK; moment += QUARTER) {
          const { weekday, time } = clocks(moment);
          const expected = isOpen(weekday, time) ? QUARTER : 0;
          const passed = elapsed(moment, moment + QUARTER);
          if (passed !== expected) wrong.push(`${name} ${new Date(moment).toJSON()}: ${passed}`);
          sum += expected;
        }
        if (elapsed(week, week + WEEK) !== sum)
          wrong.push(`${name}: the week of ${new Date(week).toJSON()} is not its parts`);
      }
    expect(wrong.slice(0, 9)).toEqual([]);
  }, 60_000);

  it(`in ${which}, hours have passed so much after so long, and not a moment before`, () => {
    const wrong: string[] = [];
    for (const { name, hours, elapsed } of desks)
      for (const [n, week] of weeks.entries())
        for (let day = 0; day < 4; day += 1) {
          const since = week + day * 41.3 * HOUR;
          const length = 1 + (((4 * n + day) * 7_919_777) % (9 * HOUR));
          const after = hours.after(new Date(since), length).getTime();
          if (elapsed(since, after) !== length || elapsed(since, after - 1) !== length - 1)
            wrong.push(`${name}: ${length} after ${new Date(since).toJSON()} is ${new Date(after).toJSON()}`);
        }
    expect(wrong).toEqual([]);
  }, 60_000);
}

/** What the clocks of a zone show, by another way than that of the module: weekday and minute of the day. */
function clocksOf(zone: string): (moment: number) => { readonly weekday: string; readonly time: string } {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  } as Intl.DateTimeFormatOptions);
  return (moment) => {
    const [weekday = '', time = ''] = format.format(moment).split(/,? /);
    return { weekday, time };
  };
}
