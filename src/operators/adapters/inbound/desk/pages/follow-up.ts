import type { FollowUp } from '../../../../domain/work/activity.ts';
import { type NamedPerson, personWith } from '../../../../domain/work/person.ts';
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

/** A follow-up on a lead's page: the time, and how far off it is. */
export function followUpText({ at, byId }: FollowUp, owner: string | undefined, looking: Looking): Html {
  const { now } = looking;
  const isOverdue = at <= now;
  const far = ageText(Math.abs(now.getTime() - at.getTime()));
  const look = isOverdue ? (isMe([owner, byId], looking) ? 'late' : 'back') : 'soft';
  return html`${timeOf(at)} <span class="${look}">${isOverdue ? `${far} late` : `in ${far}`}</span>`;
}
