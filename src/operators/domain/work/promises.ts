import type { FollowUp } from './activity.ts';
import type { WorkedDeal } from './worked-deal.ts';

/** Milliseconds after a follow-up's time in which it still counts as kept: about the same day. */
const KEPT_WITHIN = 12 * 3_600_000;

/** How many promised follow-ups were kept and missed. */
export interface Promises {
  readonly kept: number;
  readonly missed: number;
}

/** Whether a follow-up that stood until this moment was not kept. */
export const isMissed = ({ at }: Pick<FollowUp, 'at'>, until: Date): boolean =>
  until.getTime() > at.getTime() + KEPT_WITHIN;

/**
 * Counts follow-ups that ended or were moved. One that was moved in time, without turning to the customer, is
 * neither kept nor missed.
 */
export function promisesOf({ activities }: Pick<WorkedDeal, 'activities'>): Promises {
  const ended = activities.flatMap(({ kind, at, followUp }) => {
    if (!followUp?.from) return [];
    if (isMissed(followUp.from, at)) return ['missed'];
    const isAttempt = kind !== 'note' && kind !== 'follow-up';
    return isAttempt || !followUp.to ? ['kept'] : [];
  });
  const kept = ended.filter((each) => each === 'kept').length;
  return { kept, missed: ended.length - kept };
}
