import { TimeZone } from '../../src/operators/domain/time-zone.ts';

/** Those that were asked for: to make one takes longer than many a test. */
const known = new Map<string, TimeZone | undefined>();

export function zoneOf(name: string): TimeZone {
  if (!known.has(name)) known.set(name, TimeZone.parse(name));
  const zone = known.get(name);
  if (!zone) throw new Error(`There is no time zone ${name}.`);
  return zone;
}
