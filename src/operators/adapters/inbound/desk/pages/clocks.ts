import type { TimeZone } from '#operators/domain/time-zone.ts';
import type { Answer } from '#operators/domain/work/answer-goal.ts';
import { DAY_MS, HOUR_MS } from '../../presentation/days.ts';
import { hourText, weekdayText } from '../../presentation/time-words.ts';
import { type Html, html } from '../html.ts';

const MINUTE_MS = 60_000;
/** Milliseconds left from which a time counts as soon. */
const SOON_MS = 15 * MINUTE_MS;

type Look = 'late' | 'soon' | 'still' | '';

/** Shows a length of time large, in one unit, and then what it is for. */
export const clock = (length: number | string, what: Html | string, look: Look = ''): Html =>
  html`<p class="clock ${look}"><b>${typeof length === 'number' ? lengthText(length) : length}</b> <span>${what}</span></p>`;

/** A length in one unit, such as `3 min`, `2 h` or `31 d`. */
function lengthText(length: number): string {
  if (length >= DAY_MS) return `${Math.floor(length / DAY_MS)} d`;
  if (length >= HOUR_MS) return `${Math.floor(length / HOUR_MS)} h`;
  return `${Math.floor(length / MINUTE_MS)} min`;
}

/** The clock of a follow-up that is due today or late. */
export function dueClock(at: Date, now: Date, zone: TimeZone): Html {
  const late = now.getTime() - at.getTime();
  const isToday = zone.dayOf(at) === zone.dayOf(now);
  const when = isToday ? hourText(at, zone) : `${weekdayText(at, now, zone)} ${hourText(at, zone)}`;
  if (late >= SOON_MS) return clock(late, `late since ${when}`, 'late');
  if (late >= 0) return clock('now', `due at ${when}`, 'soon');
  return clock(-late, `due at ${when}`, -late < SOON_MS ? 'soon' : '');
}

/** The clock of an answer: the time left, or the time since it was due. */
export function leftClock({ due, isLate }: Answer, now: Date, came?: Html): Html {
  const left = due.getTime() - now.getTime();
  const then = came && html`, ${came}`;
  if (isLate) return clock(-left, html`late${then}`, 'late');
  return clock(Math.max(0, left), html`left${then}`, left < SOON_MS ? 'soon' : '');
}
