import type { TimeZone } from '../../../domain/time-zone.ts';
import { DAY_MS, HOUR_MS } from '../operators/days.ts';
import { html, type TimeWriter } from './html.ts';

/** Times on the clocks of the business: of today the hour, on paper with the day; of this year without the year. */
export function timesIn(zone: TimeZone, now: Date): TimeWriter {
  const today = zone.dayOf(now);
  return (time) => {
    const day = zone.dayOf(time);
    const clock = zone.clockAt(time);
    const hour = clock.slice(11, 16);
    const date = new Date(`${clock.slice(0, 10)}T00:00Z`);
    const isThisYear = day.slice(0, 4) === today.slice(0, 4);
    const shown =
      day === today ? hour : isThisYear ? `${dayName.format(date)}, ${hour}` : dateName.format(date);
    const onPaper = day === today && html`data-day="${dayName.format(date)}"`;
    return html`<time datetime="${time.toISOString()}" title="${clock}" ${onPaper}>${shown}</time>`;
  };
}

/** Where nobody has signed in. */
export const inUtc: TimeWriter = (time) => html`<time>${time.toISOString()}</time>`;

const utc = { timeZone: 'UTC' } as const;
const dayName = new Intl.DateTimeFormat('en-GB', { ...utc, day: 'numeric', month: 'short' });
const dateName = new Intl.DateTimeFormat('en-GB', { ...utc, dateStyle: 'medium' });

const MINUTE_MS = 60_000;

export const JUST_NOW = 'just now';

/** `just now`, `12 min`, `5 h`, `3 d`. */
export function ageOf(since: Date, now: Date): string {
  const age = Math.max(0, now.getTime() - since.getTime());
  if (age < MINUTE_MS) return JUST_NOW;
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  return age < 2 * DAY_MS ? `${Math.floor(age / HOUR_MS)} h` : `${Math.floor(age / DAY_MS)} d`;
}
