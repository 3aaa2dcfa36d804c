import { dayAfter, type TimeZone } from '../../../../domain/time-zone.ts';
import type { FollowUp } from '../../../../domain/work/activity.ts';
import { type NamedPerson, personWith } from '../../../../domain/work/person.ts';
import { DAY_MS } from '../../presentation/days.ts';
import { hourText } from '../../presentation/time-words.ts';
import { type Html, html } from '../html.ts';
import { timeOf } from '../page.ts';
import { ageText } from '../times.ts';

/** The person who looks, and when. */
export interface Looking {
  /** The person's id. */
  readonly me: string;
  readonly now: Date;
  readonly people: readonly NamedPerson[];
}

/** Whether one of these ids means the person who looks: only their own late follow-ups are red. */
export const isMe = (
  ids: readonly (string | undefined)[],
  { me, people }: Pick<Looking, 'me' | 'people'>,
): boolean => ids.some((id) => id !== undefined && personWith(id, people)?.ids.includes(me) === true);

/** A follow-up in a row, such as `due today 14:00`; red if its time is past and it is the person's own. */
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

/** A follow-up on a lead's page: the time, and how far off it is. */
export function followUpText({ at, byId }: FollowUp, owner: string | undefined, looking: Looking): Html {
  const { now } = looking;
  const isOverdue = at <= now;
  const far = ageText(Math.abs(now.getTime() - at.getTime()));
  const look = isOverdue ? (isMe([owner, byId], looking) ? 'late' : 'back') : 'soft';
  return html`${timeOf(at)} <span class="${look}">${isOverdue ? `overdue, ${far}` : `in ${far}`}</span>`;
}
