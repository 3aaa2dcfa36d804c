import type { TimeZone } from '../operators/domain/time-zone.ts';
import { newestZoneData, zoneNews } from './zone-news.ts';

const ownZoneData = process.versions.tz ?? 'unknown';

/** `America/New_York, where it is 2026-11-28 01:20 (zone data 2026c)` */
export const zoneText = (zone: TimeZone, now: Date): string =>
  `${zone.name}, where it is ${zone.clockAt(now).slice(0, 16)} (zone data ${ownZoneData})`;

/** Where the data of this Node is older than that zone's law, now or later: in a sentence. */
export function zoneDoubt(zone: TimeZone, now: Date, news = zoneNews): string | undefined {
  const differing = (news[zone.name] ?? []).flatMap(([from, until, offset]) => {
    const day = new Date(`${from}T12:00Z`);
    const shown = zone.isoAt(day < now ? now : day).slice(-6);
    return new Date(`${until}T00:00Z`) > now && shown !== offset ? [{ from, until, offset, shown }] : [];
  });
  const [first] = differing;
  if (!first) return undefined;
  const { from, until, offset, shown } = first;
  return `In ${zone.name}, clocks show ${offset} from ${from} to ${until}, and this Node (zone data ${ownZoneData}) shows ${shown} then: ${newestZoneData} has the new law. Until a Node has it, TIME_ZONE=${offset} is right in that time.`;
}
