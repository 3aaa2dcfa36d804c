import { expect, it } from 'vitest';
import { dayAfter, type TimeZone } from '../../../src/operators/domain/time-zone.ts';
import { zoneOf } from '../../support/time-zone.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What must hold in every zone of the world, looked at in these. */
export function sweepZones(which: string, names: readonly string[]): void {
  it(`in ${which}, around every change of its clocks, days follow one another without gap or overlap`, () => {
    const wrong = histories(names).flatMap(([name, changes]) => {
      const [zone, shown] = [zoneOf(name), shownIn(name)];
      const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
      const around = (day: string, most: number) =>
        Array.from({ length: 2 * most + 1 }, (_, n) => dayAfter(day, n - most));
      const ofYear = around(dayOf(changes.at(-1) ?? Date.UTC(2026, 6)), 183);
      const days = new Set([...changes.flatMap((change) => around(dayOf(change), 2)), ...ofYear]);
      return [...days].flatMap((day) => amiss(zone, shown, day));
    });
    expect(wrong).toEqual([]);
  }, 60_000);

  it(`in ${which}, a moment of the year is in the day and the month that begin before and end after it`, () => {
    for (const name of names) {
      const zone = zoneOf(name);
      for (let n = 0; n < 25; n += 1) {
        const moment = new Date(Date.UTC(2026, 0) + n * 359.3 * HOUR);
        for (const text of [zone.dayOf(moment), zone.monthOf(moment)]) {
          const [start, end] = [zone.startOf(text), zone.endOf(text)];
          expect([name, text, start && start <= moment, end && end > moment]).toEqual([
            ...[name, text],
            ...[true, true],
          ]);
        }
      }
    }
  }, 30_000);
}

/** What the clocks there show, by another way than that of the module. */
function shownIn(name: string): (moment: number | Date) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: name,
    calendar: 'iso8601',
    ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
    ...({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const),
  });
  return (moment) => {
    const of = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    return `${of.year}-${of.month}-${of.day} ${of.hour}:${of.minute}`;
  };
}

/** The moments of a span at which the clocks of a zone are changed, to the minute. */
function changesOf(name: string, from: number, to: number): number[] {
  const shown = shownIn(name);
  const offset = (moment: number) => Date.parse(`${shown(moment).replace(' ', 'T')}Z`) - moment;
  const changes: number[] = [];
  for (let early = from; early < to; early += 7 * 24 * HOUR) {
    let [before, after] = [early, early + 7 * 24 * HOUR];
    const was = offset(before);
    if (was === offset(after)) continue;
    while (after - before > MINUTE) {
      const middle = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE;
      if (offset(middle) === was) before = middle;
      else after = middle;
    }
    changes.push(after);
  }
  return changes;
}

/** Zones whose clocks are changed at the same moments from 2021 to 2031 are looked at once. */
function histories(names: readonly string[]): [name: string, changes: readonly number[]][] {
  const [from, to] = [Date.UTC(2021, 0), Date.UTC(2031, 0)];
  const known = new Map<string, [string, readonly number[]]>();
  for (const name of names) {
    const changes = changesOf(name, from, to);
    const key = JSON.stringify([shownIn(name)(from), changes]);
    if (!known.has(key)) known.set(key, [name, changes]);
  }
  return [...known.values()];
}

/** What is amiss with this day, which the next one begins. */
function amiss(zone: TimeZone, shown: (moment: Date | number) => string, day: string): string[] {
  const [start, end] = [zone.startOf(day), zone.endOf(day)];
  if (!start || !end) return [`${day} has no start or end`];
  const wrong: string[] = [];
  const expectSame = (what: string, is: unknown, should: unknown) => {
    if (is !== should) wrong.push(`${zone.name} ${day}: ${what} is ${is}, not ${should}`);
  };
  expectSame('the first moment', zone.dayOf(start), day);
  expectSame('the last moment', zone.dayOf(new Date(end.getTime() - 1)), day);
  expectSame('what clocks show first', shown(start).slice(0, 10), day);
  if (shown(start).slice(11) !== '00:00')
    expectSame(
      'a midnight that clocks pass over',
      shown(start.getTime() - MINUTE),
      `${dayAfter(day, -1)} 23:59`,
    );
  return wrong;
}
