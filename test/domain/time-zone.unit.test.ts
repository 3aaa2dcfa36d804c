import { describe, expect, it } from 'vitest';
import { dayAfter, TimeZone } from '../../src/domain/time-zone.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function zoneOf(name: string): TimeZone {
  const zone = TimeZone.parse(name);
  if (!zone) throw new Error(`no zone ${name}`);
  return zone;
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
function histories(): [name: string, changes: readonly number[]][] {
  const [from, to] = [Date.UTC(2021, 0), Date.UTC(2031, 0)];
  const known = new Map<string, [string, readonly number[]]>();
  for (const name of Intl.supportedValuesOf('timeZone')) {
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

it('in every zone, around every change of its clocks, days follow one another without gap or overlap', () => {
  const zones = histories();
  const wrong: string[] = [];
  let [days, changed] = [0, 0];
  for (const [name, changes] of zones) {
    const [zone, shown] = [zoneOf(name), shownIn(name)];
    for (const change of changes) {
      changed += 1;
      for (let n = -2; n <= 2; n += 1) {
        days += 1;
        wrong.push(...amiss(zone, shown, dayAfter(new Date(change).toISOString().slice(0, 10), n)));
      }
    }
    // The year around the last change, each day.
    const last = new Date(changes.at(-1) ?? Date.UTC(2026, 6)).toISOString().slice(0, 10);
    for (let n = -183; n <= 183; n += 1) {
      days += 1;
      wrong.push(...amiss(zone, shown, dayAfter(last, n)));
    }
  }
  console.log(`${zones.length} histories of zones, ${changed} changes, ${days} days`);
  expect(wrong).toEqual([]);
}, 60_000);

it('in every zone, a moment of the year is in the day and the month that begin before and end after it', () => {
  for (const name of Intl.supportedValuesOf('timeZone')) {
    const zone = zoneOf(name);
    for (let n = 0; n < 25; n += 1) {
      const moment = new Date(Date.UTC(2026, 0) + n * 359.3 * HOUR);
      for (const text of [zone.dayOf(moment), zone.monthOf(moment)]) {
        const [start, end] = [zone.startOf(text), zone.endOf(text)];
        expect([name, text, start && start <= moment, end && end > moment]).toEqual([name, text, true, true]);
      }
    }
  }
}, 30_000);

describe('places whose days are unusual', () => {
  it.each([
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 23, 'begins at 1:00'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23, 'begins at 1:00'],
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', 23, 'begins at 1:00'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 25, 'has its first hour twice'],
    ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', 25, 'has its last hour twice'],
    ['America/St_Johns', '2006-10-29', '2006-10-29T02:30:00.000Z', 25, 'goes back into the day before'],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', 0, 'was left out'],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5, 'gains half an hour'],
    ['Asia/Kathmandu', '2026-11-25', '2026-11-24T18:15:00.000Z', 24, 'is ahead by a quarter of an hour'],
    ['UTC', '2028-02-29', '2028-02-29T00:00:00.000Z', 24, 'leaps'],
  ])('%s, %s: from %s, %d hours (%s)', (name, day, start, hours) => {
    const zone = zoneOf(name);
    expect(zone.startOf(day)?.toJSON()).toBe(start);
    expect((Number(zone.endOf(day)) - Number(zone.startOf(day))) / HOUR).toBe(hours);
  });

  it('a moment after the clocks went back into the day before belongs to the day that has begun', () => {
    const zone = zoneOf('America/St_Johns');
    const moments = [
      '2006-10-29T02:29:59Z',
      '2006-10-29T02:30:00Z',
      '2006-10-29T02:45:00Z',
      '2006-10-29T04:00:00Z',
    ];
    expect(moments.map((moment) => zone.dayOf(new Date(moment)))).toEqual([
      '2006-10-28',
      ...Array(3).fill('2006-10-29'),
    ]);
  });
});

describe('texts', () => {
  const zone = zoneOf('europe/berlin');

  it.each([
    ['2026-11', '2026-10-31T23:00:00.000Z', '2026-11-30T23:00:00.000Z'],
    ['2026-12', '2026-11-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
    ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2026-11-25 14:30', '2026-11-25T13:30:00.000Z', '2026-11-25T13:30:00.000Z'],
    ['2026-11-25T14:30:05', '2026-11-25T13:30:05.000Z', '2026-11-25T13:30:05.000Z'],
    ['2026-11-25T14:30:05.5-05:00', '2026-11-25T19:30:05.500Z', '2026-11-25T19:30:05.500Z'],
    ['2026-11-25t14:30z', '2026-11-25T14:30:00.000Z', '2026-11-25T14:30:00.000Z'],
    ['2026-03-29 02:30', '2026-03-29T01:00:00.000Z', '2026-03-29T01:00:00.000Z'], // clocks pass over it
    ['2026-10-25 02:30', '2026-10-25T00:30:00.000Z', '2026-10-25T00:30:00.000Z'], // clocks show it twice
  ])('%s: from %s to %s', (text, start, end) => {
    expect([zone.startOf(text)?.toJSON(), zone.endOf(text)?.toJSON()]).toEqual([start, end]);
  });

  it.each([
    ...[
      '',
      ' ',
      '2026',
      '2026-13',
      '2026-00',
      '2026-02-30',
      '2026-11-31',
      '26-11-25',
      '0999-01-01',
      '2026-1-1',
      '9999-12-31',
      '3000-01',
    ],
    ...['2026-11-25 24:30', '2026-11-25 14', '2026-11-25 14:60', '2026-02-30 14:30', '2026-11-25  14:30'],
    ...['2026-02-30T14:30Z', '2100-02-29T14:30Z', '2026-11-25T24:00Z', '2026-11-25T14:30+24:00'],
    ...[
      '2026-11-25 24:00',
      '2026-11-25T14:30:60Z',
      '2026-11-25 14:30Z',
      '25.11.2026',
      '2026-11-25x',
      'yesterday',
      '2026-11-25\n',
      '+12026-01-01',
    ],
  ])('%j names nothing', (text) => {
    expect([zone.startOf(text), zone.endOf(text)]).toEqual([undefined, undefined]);
  });

  it.each([
    ...['EST', 'mst', 'HST', 'GMT', 'Etc/GMT+5'].map((name) => [name, true] as const),
    ...['EST5EDT', 'CET', 'UTC', 'Japan', 'America/Phoenix', 'Europe/London'].map(
      (name) => [name, false] as const,
    ),
  ])('the clocks of %s are never changed, whatever a place does: %s', (name, isFixed) => {
    expect(TimeZone.parse(name)?.isFixed).toBe(isFixed);
  });

  it('a zone has the name that IANA gives it, and there is none of another', () => {
    expect(zone.name).toBe('Europe/Berlin');
    const named = ['america/new_york', 'UTC', 'Asia/Kolkata'].map((name) => TimeZone.parse(name)?.name);
    expect(named).toEqual(['America/New_York', 'UTC', 'Asia/Kolkata']);
    expect(TimeZone.own().name).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
    for (const name of ['', 'Mars/Olympus', 'Europe/Berlin ', '../etc'])
      expect([name, TimeZone.parse(name)]).toEqual([name, undefined]);
  });

  it.each([
    ['Europe/Berlin', '2026-10-25T00:59:59.123Z', '2026-10-25 02:59:59', '2026-10-25T02:59:59.123+02:00'],
    ['Europe/Berlin', '2026-10-25T01:00:00.000Z', '2026-10-25 02:00:00', '2026-10-25T02:00:00.000+01:00'],
    ['America/St_Johns', '2026-01-01T03:00:00.001Z', '2025-12-31 23:30:00', '2025-12-31T23:30:00.001-03:30'],
    ['UTC', '2026-01-01T00:00:00.000Z', '2026-01-01 00:00:00', '2026-01-01T00:00:00.000+00:00'],
  ])('the clocks of %s show %s as %s', (name, moment, shown, iso) => {
    const there = zoneOf(name);
    expect([there.clockAt(new Date(moment)), there.isoAt(new Date(moment))]).toEqual([shown, iso]);
    expect(new Date(iso)).toEqual(new Date(moment));
  });

  it('the days from one moment to another are those of both, and each between', () => {
    const days = zoneOf('Asia/Beirut').days(
      new Date('2026-03-27T22:00:00Z'),
      new Date('2026-03-29T21:00:00Z'),
    );
    expect(days.map(({ day, begins }) => [day, begins.toISOString()])).toEqual([
      ['2026-03-28', '2026-03-27T22:00:00.000Z'],
      ['2026-03-29', '2026-03-28T22:00:00.000Z'],
      ['2026-03-30', '2026-03-29T21:00:00.000Z'],
    ]);
  });
});
