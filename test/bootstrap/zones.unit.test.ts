import { expect, it } from 'vitest';
import { zoneOfSetting, zoneText } from '../../src/bootstrap/zone-setting.ts';
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
