import { TimeZone } from '../../src/operators/domain/time-zone.ts';

export function zoneOf(name: string): TimeZone {
  const zone = TimeZone.parse(name);
  if (!zone) throw new Error(`There is no time zone ${name}.`);
  return zone;
}
