import { TimeZone } from '../operators/domain/time-zone.ts';

/** A text names no place. The message follows the name of the setting. */
export class NoPlace extends Error {
  override readonly name = 'NoPlace';
}

/**
 * The places that abbreviations probably mean. Node knows other ones: its BST is Dhaka, IST Kolkata, AST
 * Anchorage.
 */
const meant: Readonly<Record<string, string>> = {
  AEST: 'Australia/Sydney',
  AKST: 'America/Anchorage',
  AST: 'America/Halifax or America/Puerto_Rico',
  BST: 'Europe/London',
  CET: 'Europe/Berlin',
  CST: 'America/Chicago or America/Mexico_City',
  CST6CDT: 'America/Chicago',
  EET: 'Europe/Athens',
  EST: 'America/New_York, or where clocks are not changed America/Panama',
  EST5EDT: 'America/New_York',
  GMT: 'Europe/London or UTC',
  HST: 'Pacific/Honolulu',
  IST: 'Europe/Dublin, Asia/Jerusalem or Asia/Kolkata',
  JST: 'Asia/Tokyo',
  MST: 'America/Denver, or where clocks are not changed America/Phoenix',
  MST7MDT: 'America/Denver',
  NST: 'America/St_Johns',
  NZ: 'Pacific/Auckland',
  PST: 'America/Los_Angeles',
  PST8PDT: 'America/Los_Angeles',
  WET: 'Europe/Lisbon',
};

/** The abbreviation of standard time for one of summer time: `EST` for `EDT`. */
const likeWinter = (name: string): string => name.replace(/^([A-Z]{1,2})DT$/, '$1ST');

/** Reads the zone of a place, `UTC`, or an offset such as `-05:00`. Throws NoPlace. */
export function zoneOfSetting(text: string): TimeZone {
  const name = text.toUpperCase();
  if (!text.includes('/') && name !== 'UTC' && !/^[-+]\d/.test(text)) {
    const places = meant[likeWinter(name)];
    throw new NoPlace(
      `must name a place, such as America/New_York, or be UTC${places ? `: for ${name}, perhaps ${places}` : ''}`,
    );
  }
  const zone = TimeZone.parse(text);
  if (!zone) throw new NoPlace('must be the name of a time zone, such as America/New_York');
  return zone;
}

/** A zone in words: `America/New_York, where it is 2026-11-28 01:20 (zone data 2026c)`. */
export const zoneText = (zone: TimeZone, now: Date): string =>
  `${zone.name}, where it is ${zone.clockAt(now).slice(0, 16)} (zone data ${process.versions.tz ?? 'unknown'})`;
