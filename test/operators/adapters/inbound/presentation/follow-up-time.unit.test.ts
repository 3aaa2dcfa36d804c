import { expect, it } from 'vitest';
import { followUpTime } from '../../../../../src/operators/adapters/inbound/presentation/follow-up-time.ts';
import { InvalidValue } from '../../../../../src/operators/adapters/inbound/presentation/invalid-value.ts';
import { zoneOf } from '../../../../support/time-zone.ts';

/** A Thursday, the day before the clocks of New York are put on. */
const thursday = '2026-03-05T15:30:00Z';

const read = (text: string, now = thursday, zone = 'America/New_York', locale = 'en-US') => {
  const timeZone = locale === '' ? zoneOf(zone) : zoneOf(zone).writtenAs(locale);
  return timeZone.isoAt(followUpTime({ clock: () => new Date(now), timeZone })(text)).replace(':00.000', '');
};

it.each([
  ['tomorrow', '2026-03-06T09:00-05:00'],
  ['Tomorrow 10:00', '2026-03-06T10:00-05:00'],
  ['tomorrow at 9:15', '2026-03-06T09:15-05:00'],
  ['monday', '2026-03-09T09:00-04:00'], // after the clocks are put on
  ['mon 14:30', '2026-03-09T14:30-04:00'],
  ['thursday', '2026-03-12T09:00-04:00'], // nine is past
  ['thu 10:30', '2026-03-12T10:30-04:00'],
  ['thu 3pm', '2026-03-05T15:00-05:00'],
  ['3pm on Thursday', '2026-03-05T15:00-05:00'],
  ['next thu 3pm', '2026-03-12T15:00-04:00'],
  ['friday', '2026-03-06T09:00-05:00'],
  ['today 16:00', '2026-03-05T16:00-05:00'],
  ['14:00', '2026-03-05T14:00-05:00'],
  ['8:05', '2026-03-05T08:05-05:00'], // past, which the use case refuses
  ['3d', '2026-03-08T09:00-04:00'],
  ['2w 11:00', '2026-03-19T11:00-04:00'],
  ['2h', '2026-03-05T12:30-05:00'],
  ['30m', '2026-03-05T11:00-05:00'],
  ['2026-03-20', '2026-03-20T09:00-04:00'],
  ['2026-03-20 14:00', '2026-03-20T14:00-04:00'],
  ['2026-03-20T14:00', '2026-03-20T14:00-04:00'],
  ['2026-03-08 02:30', '2026-03-08T03:00-04:00'], // the clocks pass over it
  ['2026-03-20T14:00:00Z', '2026-03-20T10:00-04:00'],
  ['2026-03-20T14:00+01:00', '2026-03-20T09:00-04:00'],
  ['2026-03-20 14:00:30', '2026-03-20T14:00:30.000-04:00'],
  ['tomorrow 9:00:30', '2026-03-06T09:00:30.000-05:00'],
  ['2026-03-20T14:00:30.250Z', '2026-03-20T10:00:30.250-04:00'],
  ['10am', '2026-03-05T10:00-05:00'],
  ['2pm', '2026-03-05T14:00-05:00'],
  ['12 pm', '2026-03-05T12:00-05:00'],
  ['12am', '2026-03-05T00:00-05:00'],
  ['2:30 PM', '2026-03-05T14:30-05:00'],
  ['at 10', '2026-03-05T10:00-05:00'],
  ['noon', '2026-03-05T12:00-05:00'],
  ['fri 3pm', '2026-03-06T15:00-05:00'],
  ['3pm tomorrow', '2026-03-06T15:00-05:00'],
  ['10am on fri', '2026-03-06T10:00-05:00'],
  ['tomorrow 10', '2026-03-06T10:00-05:00'],
  ['Tomorrow 9:00', '2026-03-06T09:00-05:00'],
  ['next monday', '2026-03-09T09:00-04:00'],
  ['Next Monday', '2026-03-09T09:00-04:00'],
  ['tues', '2026-03-10T09:00-04:00'],
  ['next week', '2026-03-12T09:00-04:00'],
  ['in 3 days', '2026-03-08T09:00-04:00'],
  ['2 days', '2026-03-07T09:00-05:00'],
  ['in 3 days at 10', '2026-03-08T10:00-04:00'],
  ['in a week', '2026-03-12T09:00-04:00'],
  ['30 min', '2026-03-05T11:00-05:00'],
  ['in an hour', '2026-03-05T11:30-05:00'],
  ['Dec 1', '2026-12-01T09:00-05:00'],
  ['1 Dec', '2026-12-01T09:00-05:00'],
  ['March 5', '2026-03-05T09:00-05:00'],
  ['March 4th', '2027-03-04T09:00-05:00'],
  ['Dec 1, 2:00 PM', '2026-12-01T14:00-05:00'],
  ['Dec 1 10am', '2026-12-01T10:00-05:00'],
  ['Dec 1, 2027', '2027-12-01T09:00-05:00'],
  ['12/1', '2026-12-01T09:00-05:00'],
  ['12/1 3pm', '2026-12-01T15:00-05:00'],
  ['12/1/27', '2027-12-01T09:00-05:00'],
])('%s is %s', (text, time) => {
  expect(read(text)).toBe(time);
});

it('today is nine, and later in the day a quarter of an hour that is an hour away', () => {
  expect(read('today', '2026-03-05T13:59:00Z')).toBe('2026-03-05T09:00-05:00');
  expect(read('today', '2026-03-05T14:00:00Z')).toBe('2026-03-05T10:00-05:00');
  expect(read('Today', '2026-03-05T14:01:00Z')).toBe('2026-03-05T10:15-05:00');
  expect(read('today', '2026-03-06T03:45:00Z')).toBe('2026-03-05T23:45-05:00');
  expect(() => read('today', '2026-03-06T03:46:00Z')).toThrow('Today is almost over');
});

it('a weekday that is today is today until nine', () => {
  expect(read('thursday', '2026-03-05T13:59:00Z')).toBe('2026-03-05T09:00-05:00');
  expect(read('thursday', '2026-03-05T14:00:00Z')).toBe('2026-03-12T09:00-04:00');
  expect(read('next thursday', '2026-03-05T13:59:00Z')).toBe('2026-03-12T09:00-04:00');
});

it('reads the order of a date as the business writes it, or else the month first', () => {
  expect(read('12/1', thursday, 'Europe/London', '')).toBe('2026-12-01T09:00+00:00');
  expect(read('12/1', thursday, 'Europe/London', 'en-GB')).toBe('2027-01-12T09:00+00:00');
  expect(read('6 Mar, 14:00', thursday, 'Europe/London', 'en-GB')).toBe('2026-03-06T14:00+00:00');
});

it.each(['tomorrow 3', 'fri 6', 'at 1'])('%s is asked of which half of the day', (text) => {
  expect(() => read(text)).toThrow(/Write \dam or \dpm/);
});

it('is on the day of the business', () => {
  expect(read('tomorrow', '2026-03-06T02:00:00Z')).toBe('2026-03-06T09:00-05:00');
  expect(read('tomorrow', '2026-03-06T02:00:00Z', 'Asia/Tokyo')).toBe('2026-03-07T09:00+09:00');
});

it.each([
  ...[
    '',
    ' ',
    'soon',
    '3',
    'd',
    '25:00',
    '14:60',
    'tomorrow14:00',
    'tomorrow 25:00',
    'mo',
    'ma 1',
    '13/1',
    'Feb 30',
    '13pm',
    '0am',
    'next',
    'in days',
    '2026-02-30',
    '20260320',
  ],
  ...[
    '2026-03-20T25:00Z',
    '1800-01-01',
    '2026-03',
    '3y',
    '-1d',
    '10000m',
    'tomorrow tomorrow',
    '9999-01-01',
    'today at',
  ],
  // Days that do not exist, however they are written.
  ...['2027-02-30T10:00:00Z', '2027-02-29T10:00Z', '2100-02-29T10:00:00Z', '2027-04-31T10:00+02:00'],
  ...['2027-06-31T09:00:00.000-05:00', '2027-02-30 10:00', '2100-02-29', '2027-05-01T24:00Z'],
])('%j is no time', (text) => {
  expect(() => read(text)).toThrow(InvalidValue);
});
