import { expect, it } from 'vitest';
import { followUpTime } from '../../../../../src/operators/adapters/inbound/presentation/follow-up-time.ts';
import { InvalidValue } from '../../../../../src/operators/adapters/inbound/presentation/invalid-value.ts';
import {
  confirmedText,
  dateText,
  dayText,
  hourText,
  momentText,
} from '../../../../../src/operators/adapters/inbound/presentation/time-words.ts';
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
  ['11am', '2026-03-05T11:00-05:00'],
  ['2pm', '2026-03-05T14:00-05:00'],
  ['12 pm', '2026-03-05T12:00-05:00'],
  ['tomorrow 12am', '2026-03-06T00:00-05:00'],
  ['2:30 PM', '2026-03-05T14:30-05:00'],
  ['at 11', '2026-03-05T11:00-05:00'],
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

it.each(['tomorrow 3', 'fri 6', 'at 1', 'fri 2:30', '2:30', 'tomorrow 4:30', '2026-03-20 2:30'])(
  '%s is asked of which half of the day',
  (text) => {
    expect(() => read(text)).toThrow(/Write \d(?::30)?am or \d(?::30)?pm/);
  },
);

/** Saturday 28 November 2026, 10:00, in New York. */
const saturday = '2026-11-28T15:00:00Z';
const monday = '2026-11-30T14:30:00Z';

/** What people write, what is read, and why. Asked on Saturday, unless it says so. */
const asPeopleWrite: readonly (readonly [text: string, time: string, why: string])[] = [
  ['monday', '11-30T09:00', 'the next one, at nine'],
  ['mon 9', '11-30T09:00', 'an hour beside a day is one of the clock'],
  ['this friday', '12-04T09:00', 'on a Saturday, no Friday but the next is left'],
  ['next friday', '12-04T09:00', 'the next one, as most people and programs have it on a Saturday'],
  ['saturday', '12-05T09:00', 'nine is past today'],
  ['next saturday', '12-05T09:00', 'never today'],
  ['tmrw', '11-29T09:00', 'a usual shortening'],
  ['day after tomorrow', '11-30T09:00', 'said by everybody'],
  ['tomorrow morning', '11-29T09:00', 'the morning is nine o’clock'],
  ['this afternoon', '11-28T14:00', 'after lunch'],
  ['fri afternoon', '12-04T14:00', 'a part of a day goes with each day'],
  ['tomorrow evening', '11-29T18:00', 'after work'],
  ['tonight', '11-28T19:00', 'the evening at home'],
  ['noon', '11-28T12:00', 'a time of day'],
  ['tomorrow noon', '11-29T12:00', 'with a day, too'],
  ['eod', '11-28T17:00', 'the end of the business day'],
  ['friday eod', '12-04T17:00', 'with a day, too'],
  ['end of month', '11-30T09:00', 'its last day'],
  ['1 month', '12-28T09:00', 'the same day'],
  ['next month', '12-28T09:00', 'the same day, as most programs have it'],
  ['6 months', '2027-05-28T09:00', 'a lease that ends'],
  ['6mo', '2027-05-28T09:00', 'm alone is asked back'],
  ['in half an hour', '11-28T10:30', 'as said'],
  ['17h', '11-28T17:00', 'no promise is seventeen hours away'],
  ['fri 9h', '12-04T09:00', 'beside a day it is a time'],
  ['2h', '11-28T12:00', 'no time of the business day'],
  ['24h', '11-29T10:00', 'no clock has it'],
  ['in 17h', '11-29T03:00', 'said so'],
  ['14h30', '11-28T14:30', 'no span of time is written so'],
  ['5.30pm', '11-28T17:30', 'a point for a colon'],
  ['10 a.m. tomorrow', '11-29T10:00', 'points in am'],
  ['2026-12-5 14:00', '12-05T14:00', 'one digit'],
  ['Fri 4 Dec, 14:00', '12-04T14:00', 'as the desk confirms it'],
  ['Sat, Dec 5', '12-05T09:00', 'a weekday beside its date'],
  ['12/11', '12-11T09:00', 'the month first'],
  ['5 dec 9am', '12-05T09:00', 'a day before its month'],
  ['tomorrow 02:30', '11-29T02:30', 'so written it is the night'],
];

it.each(asPeopleWrite)('%s is %s: %s', (text, time) => {
  const whole = time.startsWith('2') ? time : `2026-${time}`;
  expect(read(text, saturday, 'America/New_York')).toBe(
    `${whole}${whole.slice(5, 10) > '03-14' && whole.slice(5, 10) < '11-01' ? '-04:00' : '-05:00'}`,
  );
});

it.each([
  ['9am', monday, '12-07', 'Today that is past. Write tomorrow 09:00'],
  ['monday', monday, '2026-12-07T09:00-05:00', 'nine is past'],
  ['next monday', '2026-11-30T13:30:00Z', '2026-12-07T09:00-05:00', 'never today'],
  ['monday', '2026-11-30T13:30:00Z', '2026-11-30T09:00-05:00', 'nine is still to come'],
  ['tonight', '2026-12-01T00:30:00Z', '', 'Today that is past. Write tomorrow 19:00'],
  ['8:05', saturday, '', 'Today that is past. Write tomorrow 08:05'],
  ['noon', '2026-11-28T17:30:00Z', '', 'Today that is past. Write tomorrow 12:00'],
])('%s at %s is %s: %s', (text, now, time, why) => {
  if (time.startsWith('2026')) expect(read(text, now, 'America/New_York')).toBe(time);
  else expect(() => read(text, now, 'America/New_York')).toThrow(why);
});

it.each([
  ['6m', 'Write 6 min, or 6 months'],
  ['10h', 'Write 10:00, or in 10h'],
  ['9', 'tomorrow 9, 9:00, or 9 days'],
  ['midnight', '23:30'],
  ['weekend', 'sat 10am'],
  ['half past 4', '4:30pm'],
  ['after lunch', '2pm'],
  ['asap', '30 min'],
  ['thu 4 dec', 'is a friday'],
  ['8am PST', 'Use tomorrow 10am'],
  ['morgen 10 uhr', 'Use tomorrow 10am'],
])('%s is refused with the nearest: %s', (text, why) => {
  expect(() => read(text, saturday, 'America/New_York')).toThrow(why);
});

it.each(['en-US', 'en-GB', 'en-CA', 'fr-CA', 'es-US', 'es-MX', 'de-DE', 'fr-FR'])(
  'reads what the desk writes in %s',
  (locale) => {
    const zone = zoneOf('America/New_York').writtenAs(locale);
    const now = new Date(saturday);
    for (const at of ['2026-12-05T19:00:00Z', '2026-12-11T14:30:00Z', '2027-03-04T18:00:00Z'].map(
      (each) => new Date(each),
    )) {
      const texts = [
        confirmedText(at, now, zone),
        momentText(at, now, zone, now),
        `${dayText(at, zone)} ${hourText(at, zone)}`,
        `${dateText(at, zone)}, ${hourText(at, zone)}`,
      ];
      for (const text of texts) {
        const whole = text === dateText(at, zone) ? '09:00' : zone.clockAt(at).slice(11, 16);
        expect([text, read(text, saturday, 'America/New_York', locale).slice(0, 16)]).toEqual([
          text,
          `${zone.dayOf(at)}T${whole}`,
        ]);
      }
    }
  },
);

it('reads hours as French Canada writes them', () => {
  const french = (text: string) => read(text, saturday, 'America/New_York', 'fr-CA');
  expect(french('11 h')).toBe('2026-11-28T11:00-05:00');
  expect(french('lun. 14 h')).toBe('2026-11-30T14:00-05:00');
  expect(() => french('2h')).toThrow('Is 2h a time, or hours from now?');
  expect(french('5 déc. 14 h 00')).toBe('2026-12-05T14:00-05:00');
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
  ...['2027-06-31T09:00:00.000-05:00', '2027-02-30 10:00', '2100-02-29', '2027-05-01T24:01Z'],
])('%j is no time', (text) => {
  expect(() => read(text)).toThrow(InvalidValue);
});
