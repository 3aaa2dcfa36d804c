import type { FollowUp } from '#operators/domain/work/activity.ts';
import { type NamedPerson, personWith } from '#operators/domain/work/person.ts';
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

/** Whether one of these ids means the person who looks. */
export const isMe = (
  ids: readonly (string | undefined)[],
  { me, people }: Pick<Looking, 'me' | 'people'>,
): boolean => ids.some((id) => id !== undefined && personWith(id, people)?.ids.includes(me) === true);

/** A follow-up on a lead's page: the time, and how far off it is. */
export function followUpText({ at }: FollowUp, { now }: Pick<Looking, 'now'>): Html {
  const isOverdue = at <= now;
  const far = ageText(Math.abs(now.getTime() - at.getTime()));
  return html`${timeOf(at)} <span class="${isOverdue ? 'late' : 'soft'}">${isOverdue ? `${far} late` : `in ${far}`}</span>`;
}
