import { expect, it } from 'vitest';
import { zoneDoubt, zoneText } from '../../src/bootstrap/zone-doubts.ts';
import { zoneNews } from '../../src/bootstrap/zone-news.ts';
import { zoneOfSetting } from '../../src/bootstrap/zone-setting.ts';
import { TimeZone } from '../../src/operators/domain/time-zone.ts';

it.each([
  ['BST', 'Europe/London'], // Node 24.21: Asia/Dhaka
  ['IST', 'Asia/Jerusalem'], // Node 24.21: Asia/Calcutta
  ['AST', 'America/Halifax'], // Node 24.21: America/Anchorage
  ['NST', 'America/St_Johns'], // Node 24.21: Pacific/Auckland
  ['EDT', 'America/New_York'],
  ['est5edt', 'America/New_York'],
  ['GMT', 'UTC'],
  ['Navajo', 'must name a place'],
  ['x', 'must name a place'],
])('TIME_ZONE=%s is refused with what was probably meant', (name, place) => {
  expect(() => zoneOfSetting(name)).toThrow(place);
});

it.each([
  'America/New_York',
  'asia/kolkata',
  'UTC',
  'utc',
  '-05:00',
  '+05:30',
  'Etc/GMT+5',
  'America/Indiana/Knox',
])('TIME_ZONE=%s is taken', (name) => {
  expect(zoneOfSetting(name)).toBeInstanceOf(TimeZone);
});

const berlin = zoneOfSetting('Europe/Berlin');
const november = new Date('2026-11-28T00:20Z');

it('what the clocks show is said with the version of the zone data', () => {
  expect(zoneText(berlin, november)).toBe(
    `Europe/Berlin, where it is 2026-11-28 01:20 (zone data ${process.versions.tz})`,
  );
});

it('a zone whose newest data differs is doubted, now or for later, until that is over', () => {
  const news = { 'Europe/Berlin': [['2026-11-01', '2027-03-28', '+02:00']] } as const;
  const doubt =
    /^In Europe\/Berlin, clocks show \+02:00 from 2026-11-01 to 2027-03-28, .* shows \+01:00 then: .* TIME_ZONE=\+02:00/;
  for (const now of [november, new Date('2026-07-01')]) expect(zoneDoubt(berlin, now, news)).toMatch(doubt);
  expect(zoneDoubt(berlin, new Date('2027-03-28T00:00Z'), news)).toBeUndefined();
  const known = { 'Europe/Berlin': [['2026-11-01', '2027-03-28', '+01:00']] } as const;
  expect(zoneDoubt(berlin, november, known)).toBeUndefined();
  expect(zoneDoubt(zoneOfSetting('Europe/Paris'), november, news)).toBeUndefined();
});

it('the table has the zones that differed in November 2026, each of a place', () => {
  expect(Object.keys(zoneNews)).toEqual(
    expect.arrayContaining(['America/Winnipeg', 'America/Vancouver', 'America/Havana']),
  );
  for (const name of Object.keys(zoneNews)) expect(TimeZone.parse(name)).toBeDefined();
});
