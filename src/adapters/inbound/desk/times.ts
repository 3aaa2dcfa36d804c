import type { TimeZone } from '../../../domain/time-zone.ts';
import { DAY_MS, HOUR_MS } from '../operators/days.ts';
import { dayText, momentText } from '../operators/time-words.ts';
import { html, type TimeWriter } from './html.ts';

/** Times on the clocks of the business: of today the hour, on paper with the day; of this year without the year. */
export function timesIn(zone: TimeZone, now: Date): TimeWriter {
  const today = zone.dayOf(now);
  return (time) => {
    const onPaper = zone.dayOf(time) === today && html`data-day="${dayText(time, zone)}"`;
    return html`<time datetime="${time.toISOString()}" title="${zone.clockAt(time)}" ${onPaper}>${momentText(time, now, zone)}</time>`;
  };
}

/** Where nobody has signed in. */
export const inUtc: TimeWriter = (time) => html`<time>${time.toISOString()}</time>`;

const MINUTE_MS = 60_000;

export const JUST_NOW = 'just now';

/** `just now`, `12 min`, `5 h`, `3 d`. */
export function ageOf(since: Date, now: Date): string {
  const age = Math.max(0, now.getTime() - since.getTime());
  if (age < MINUTE_MS) return JUST_NOW;
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  return age < 2 * DAY_MS ? `${Math.floor(age / HOUR_MS)} h` : `${Math.floor(age / DAY_MS)} d`;
}
