import { dayAfter, type TimeZone } from '../../../../domain/time-zone.ts';
import { DAY_MS } from '../../operators/days.ts';
import { hourText } from '../../operators/time-words.ts';
import { type Html, html } from '../html.ts';
import { timeOf } from '../page.ts';
import { ageOf } from '../times.ts';

/** For a row: by days, `due today 14:00`; red if that is past, and theirs who looks. */
export function followUpMark(followUpAt: Date, now: Date, zone: TimeZone, isMine: boolean): Html {
  const [day, today] = [zone.dayOf(followUpAt), zone.dayOf(now)];
  const hour = hourText(followUpAt, zone);
  const daysLate = (Date.parse(today) - Date.parse(day)) / DAY_MS;
  if (daysLate > 0)
    return mark(html`${daysLate} ${daysLate === 1 ? 'day' : 'days'} overdue`, zone, followUpAt, isMine);
  const isLate = followUpAt < now;
  if (day === today)
    return mark(html`due ${isLate ? 'since' : 'today'} ${hour}`, zone, followUpAt, isLate && isMine);
  if (day === dayAfter(today)) return mark(html`due tomorrow ${hour}`, zone, followUpAt);
  return mark(html`due ${timeOf(followUpAt)}`, zone, followUpAt);
}

const mark = (text: Html, zone: TimeZone, time: Date, isLate = false): Html =>
  html`<span class="back ${isLate && 'late'}" title="${zone.clockAt(time).slice(0, 16)}">${text}</span>`;

/** For the page of one lead: the time, and how far off it is. */
export function followUpText(at: Date, now: Date): Html {
  const isOverdue = at <= now;
  const far = isOverdue ? ageOf(at, now) : ageOf(now, at);
  return html`${timeOf(at)} <span class="${isOverdue ? 'late' : 'soft'}">${
    isOverdue ? `overdue, ${far}` : `in ${far}`
  }</span>`;
}
