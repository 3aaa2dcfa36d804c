import { describe, expect, it } from 'vitest';
import { TimeZone } from '../../../src/operators/domain/time-zone.ts';
import { sampleDay, sampleOf } from '../../support/sample.ts';
import { zoneOf } from '../../support/time-zone.ts';
import { sweepZones } from './time-zone.sweep.ts';

const HOUR = 3_600_000;

sweepZones(`zones of the sample of ${sampleDay}`, sampleOf(Intl.supportedValuesOf('timeZone'), 8));

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
    ['2026-11-25 14:30:05.5 -05:00', '2026-11-25T19:30:05.500Z', '2026-11-25T19:30:05.500Z'],
    ['2026-11-25 14:30Z', '2026-11-25T14:30:00.000Z', '2026-11-25T14:30:00.000Z'],
    ['2026-11-25 24:00', '2026-11-25T23:00:00.000Z', '2026-11-25T23:00:00.000Z'], // when the next day begins
    ['2026-12-31T24:00:00.000+05:30', '2026-12-31T18:30:00.000Z', '2026-12-31T18:30:00.000Z'],
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
    ...['2026-02-30T14:30Z', '2100-02-29T14:30Z', '2026-11-25T24:01Z', '2026-11-25T14:30+24:00'],
    ...[
      '2026-11-25 24:00:01',
      '2026-11-25T24:00:00.1Z',
      '2026-11-25T14:30:60Z',
      '2026-11-25 14:30 ',
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
    ...['EST', 'mst', 'HST', 'GMT', 'Etc/GMT+5', '+02:00', '-0530'].map((name) => [name, true] as const),
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
