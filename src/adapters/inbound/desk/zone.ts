import { DAY_MS } from '../../../domain/day.ts';
import type { DeskContext } from './desk-state.ts';

/** The time zone of whoever looks, which the script tells in a cookie; without the script, UTC. */
export function zoneOf({ cookies }: Pick<DeskContext, 'cookies'>): string {
  try {
    return new Intl.DateTimeFormat('en', {
      timeZone: decodeURIComponent(cookies.get('zone') ?? 'UTC'),
    }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** The day on which this time falls there: `2026-11-25`. */
export const dayOf = (time: Date, zone: string): string => localTime(time, zone).slice(0, 10);

/** When this day, or the one so many days later, begins there. `undefined` if it is no day. */
export function startOfDay(day: string, zone: string, later = 0): Date | undefined {
  const midnight = Date.parse(/^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T00:00Z` : '') + later * DAY_MS;
  if (Number.isNaN(midnight)) return undefined;
  const nearly = midnight - offsetAt(midnight, zone);
  return new Date(midnight - offsetAt(nearly, zone));
}

/** How many milliseconds its clocks are ahead of UTC. */
function offsetAt(time: number, zone: string): number {
  const whole = Math.floor(time / 1000) * 1000;
  return Date.parse(`${localTime(new Date(whole), zone).replace(' ', 'T')}Z`) - whole;
}

const localTime = (time: Date, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(time);
