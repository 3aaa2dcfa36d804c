import type { TimeZone } from '#operators/domain/time-zone.ts';
import { waitText } from '../presentation/answers.ts';
import { dayText, hourText, momentText } from '../presentation/time-words.ts';
import { html, type TimeWriter } from './html.ts';

/**
 * Writes times by the clocks of the business: today's as the hour (on paper with the day), this year's without
 * the year.
 */
export function timesIn(zone: TimeZone, now: Date): TimeWriter {
  return (time, beside) => {
    const text = momentText(time, now, zone, beside);
    const onPaper = text === hourText(time, zone) && html`data-day="${dayText(time, zone)}"`;
    return html`<time datetime="${time.toISOString()}" title="${zone.clockAt(time)}" ${onPaper}>${text}</time>`;
  };
}

/** Writes times in UTC, for pages without a sign-in. */
export const inUtc: TimeWriter = (time) => html`<time>${time.toISOString()}</time>`;

const MINUTE_MS = 60_000;

export const JUST_NOW = 'just now';

/** An age in words: `just now`, `12 min`, `3 h 53 min`, `3 d`. */
export const ageText = (age: number): string =>
  age < MINUTE_MS ? JUST_NOW : waitText({ elapsed: age, byClock: age });
