import { describe, expect, it } from 'vitest';
import {
  DeskHours,
  MalformedHours,
  parseWeekHours,
} from '../../../../src/operators/domain/work/desk-hours.ts';
import { sampleDay, sampleOf } from '../../../support/sample.ts';
import { zoneOf } from '../../../support/time-zone.ts';
import { sweepHours, weeksOf2026, zones } from './desk-hours.sweep.ts';

const HOUR = 3_600_000;

const hoursIn = (zone: string, text: string) => new DeskHours(parseWeekHours(text), zoneOf(zone));

const berlin = (text: string) => hoursIn('Europe/Berlin', text);
const usual = 'Mo-Fr 08:00-20:00, Sa 09:00-17:00';
const usualHours = berlin(usual);

describe('hours as a text', () => {
  const days = (text: string) =>
    parseWeekHours(text).map(({ weekday, from, to }) => `${weekday} ${from}-${to}`);

  it('are days, from when to when', () => {
    expect(days('Mo 08:00-20:00')).toEqual(['1 08:00-20:00']);
    expect(days(usual)).toHaveLength(6);
    expect(days(' sa-MO\t00:00 - 24:00 ,fr 22:00-02:00')).toEqual([
      ...['6 00:00-24:00', '0 00:00-24:00', '1 00:00-24:00'],
      '5 22:00-02:00',
    ]);
    expect(days('Mo-Su 08:00-20:00')).toHaveLength(7);
  });

  it.each([
    ['', 'entry 1 is not of the form Mo-Fr 08:00-20:00'],
    ['Mo-Fr', 'entry 1 is not of the form Mo-Fr 08:00-20:00'],
    ['08:00-20:00', 'entry 1 is not of the form Mo-Fr 08:00-20:00'],
    ['Mo-Fr 08:00-20:00,', 'entry 2 is not of the form Mo-Fr 08:00-20:00'],
    ['Mo-Fr 8-20', 'entry 1 is not of the form Mo-Fr 08:00-20:00'],
    ['Mon 08:00-20:00', 'entry 1 is not of the form Mo-Fr 08:00-20:00'],
    ['Mo 08:00-20:00, Xx 09:00-17:00', 'entry 2 has a day that is none of Mo, Tu, We, Th, Fr, Sa, Su'],
    ['Mo 08:60-20:00', 'entry 1 has a time that is not on a clock; the last one is 24:00'],
    ['Mo 08:00-24:01', 'entry 1 has a time that is not on a clock; the last one is 24:00'],
    ['Mo 24:00-08:00', 'entry 1 has a time that is not on a clock; the last one is 24:00'],
    ['Mo 08:00-08:00', 'entry 1 ends when it begins; a whole day is 00:00-24:00'],
  ])('%j is refused: %s', (text, message) => {
    expect(() => parseWeekHours(text)).toThrow(new MalformedHours(message));
  });
});

describe('time within hours', () => {
  const elapsed = (hours: DeskHours, from: string, to: string) =>
    hours.elapsed(new Date(from), new Date(to)) / HOUR;

  // In Berlin it is an hour later than here; 2 January 2026 is a Friday.
  it.each([
    ['within hours', '2026-01-02T10:00Z', '2026-01-02T10:30Z', 0.5],
    ['from before they begin', '2026-01-02T02:00Z', '2026-01-02T08:00Z', 1],
    ['until after they end', '2026-01-02T18:00Z', '2026-01-02T23:00Z', 1],
    ['over a night', '2026-01-02T18:00Z', '2026-01-03T09:00Z', 2],
    ['over a day without any', '2026-01-03T15:00Z', '2026-01-05T08:00Z', 2],
    ['on a day without any', '2026-01-04T10:00Z', '2026-01-04T18:00Z', 0],
    ['of a week', '2026-01-05T00:00Z', '2026-01-12T00:00Z', 68],
    ['of a year', '2026-01-01T00:00Z', '2027-01-01T00:00Z', 261 * 12 + 52 * 8],
    ['of no time', '2026-01-02T10:00Z', '2026-01-02T10:00Z', 0],
    ['backwards', '2026-01-02T10:30Z', '2026-01-02T10:00Z', 0],
  ])('%s', (_, from, to, expected) => {
    expect(elapsed(usualHours, from, to)).toBe(expected);
  });

  it('belongs to the day on which the hours began, also at the turn of the year', () => {
    const hours = berlin('We 22:00-02:00'); // 31 December 2025 is a Wednesday
    expect(elapsed(hours, '2025-12-31T23:30Z', '2026-01-01T12:00Z')).toBe(1.5);
    expect(elapsed(hours, '2026-01-01T21:00Z', '2026-01-02T12:00Z')).toBe(0);
  });

  it('is none on a day off, but for the hours that began the day before', () => {
    const hours = (text: string, daysOff: string[]) =>
      new DeskHours(parseWeekHours(text), zoneOf('Europe/Berlin'), daysOff);
    const off = hours(usual, ['2026-01-02', '2026-01-05']); // a Friday and a Monday
    expect(elapsed(off, '2026-01-01T00:00Z', '2026-01-06T00:00Z')).toBe(12 + 8);
    expect(off.after(new Date('2026-01-01T18:30Z'), HOUR)).toEqual(new Date('2026-01-03T08:30Z'));
    const night = hours('Mo-Su 22:00-02:00', ['2026-01-02']);
    expect(elapsed(night, '2026-01-01T12:00Z', '2026-01-03T12:00Z')).toBe(4);
  });

  it('of hours that overlap or touch counts once, and not in a break', () => {
    const hours = berlin('Mo 08:00-12:00, Mo 13:00-17:00, Mo 11:00-12:00, Mo 16:00-18:00, Mo 18:00-24:00');
    expect(elapsed(hours, '2026-01-05T00:00Z', '2026-01-06T00:00Z')).toBe(4 + 11);
    expect(elapsed(hours, '2026-01-05T11:00Z', '2026-01-05T12:00Z')).toBe(0);
  });

  it('of all hours is all time', () => {
    const from = new Date('2026-03-01T10:00Z');
    const to = new Date('2026-11-26T11:12:13.456Z');
    for (const zone of ['Europe/Berlin', 'America/Santiago', 'Africa/Cairo'])
      expect(hoursIn(zone, 'Mo-Su 00:00-24:00').elapsed(from, to)).toBe(to.getTime() - from.getTime());
  });

  it.each([
    ['has an hour more where the clocks go back', 'Sa 22:00-06:00', '2026-10-24T12:00Z', 9],
    ['has an hour less where they go forward', 'Sa 22:00-06:00', '2026-03-28T12:00Z', 7],
    ['begins when the clocks first show it', 'Su 02:30-06:00', '2026-10-24T12:00Z', 4.5],
    ['ends when the clocks first show it', 'Su 00:00-02:30', '2026-10-24T12:00Z', 2.5],
    ['begins at the change if the clocks pass over it', 'Su 02:30-06:00', '2026-03-28T12:00Z', 3],
    ['is none in an hour that the clocks pass over', 'Su 02:00-03:00', '2026-03-28T12:00Z', 0],
  ])('%s', (_, text, from, expected) => {
    const begin = new Date(from);
    expect(berlin(text).elapsed(begin, new Date(begin.getTime() + 48 * HOUR)) / HOUR).toBe(expected);
  });
});

describe('when so much of it has passed', () => {
  it.each([
    ['within hours', '2026-01-02T10:00Z', 1, '2026-01-02T11:00Z'],
    ['at the very end', '2026-01-02T18:00Z', 1, '2026-01-02T19:00Z'],
    ['over a night', '2026-01-02T18:30Z', 1, '2026-01-03T08:30Z'],
    ['over a day without any', '2026-01-03T15:30Z', 1, '2026-01-05T07:30Z'],
    ['from a day without any', '2026-01-04T10:00Z', 1, '2026-01-05T08:00Z'],
    ['over weeks', '2026-01-05T07:00Z', 68 * 3, '2026-01-24T16:00Z'],
  ])('%s', (_, from, hours, expected) => {
    expect(usualHours.after(new Date(from), hours * HOUR)).toEqual(new Date(expected));
  });

  it('is found however rare the hours are', () => {
    const after = berlin('Mo 09:00-09:01').after(new Date('2026-01-01T00:00Z'), 24 * HOUR);
    expect(after.toISOString()).toBe('2053-08-04T07:01:00.000Z');
  });
});

sweepHours(`weeks of the sample of ${sampleDay}`, sampleOf(zones, 5), sampleOf(weeksOf2026, 4));
