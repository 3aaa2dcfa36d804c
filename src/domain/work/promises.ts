import type { FollowUp } from './activity.ts';
import type { Deal } from './deal.ts';

/** Milliseconds after its time in which a promise is still kept: about the same day. */
const KEPT_WITHIN = 12 * 3_600_000;

/** What became of the follow-ups that people promised. */
export interface Promises {
  readonly kept: number;
  readonly missed: number;
}

/** Whether a follow-up that still stands, or stood until this moment, was not kept. */
export const isMissed = ({ at }: Pick<FollowUp, 'at'>, until: Date): boolean =>
  until.getTime() > at.getTime() + KEPT_WITHIN;

/** Of those that ended, or were moved. Who moves one in time, without turning to the customer, has neither kept nor missed it. */
export function promisesOf({ activities }: Pick<Deal, 'activities'>): Promises {
  const ended = activities.flatMap(({ kind, at, followUp, struck }) => {
    if (!followUp?.from || struck) return [];
    if (isMissed(followUp.from, at)) return ['missed'];
    const isAttempt = kind !== 'note' && kind !== 'follow-up';
    return isAttempt || !followUp.to ? ['kept'] : [];
  });
  const kept = ended.filter((each) => each === 'kept').length;
  return { kept, missed: ended.length - kept };
}
