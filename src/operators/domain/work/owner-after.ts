import { isFinal } from '../../../domain/lead-status.ts';
import { isAnswer } from './activity.ts';
import type { Acting } from './follow-up.ts';
import type { KnownPeople } from './known-people.ts';
import type { DealChange, WorkedDeal } from './worked-deal.ts';

/**
 * Adds an owner to a change: whoever answers or moves a lead of nobody's owns it. An owner who has left or only looks
 * counts as nobody. A lead reopened by somebody who can own none is nobody's again.
 */
export function withOwnerAfter(
  deal: WorkedDeal,
  change: DealChange | undefined,
  { taker }: Pick<Acting, 'taker'>,
  known: Pick<KnownPeople, 'mayOwn'>,
): DealChange | undefined {
  if (!change || change.owner !== undefined) return change;
  const { owner } = deal;
  if (owner !== undefined && known.mayOwn(owner)) return change;
  const { moved, activity } = change;
  const isWork = moved !== undefined || (activity !== undefined && isAnswer(activity));
  if (isWork && taker !== undefined) return { ...change, owner: taker };
  const isReopened = moved !== undefined && isFinal(deal.status) && !isFinal(moved.status);
  return isReopened && owner !== undefined ? { ...change, owner: null } : change;
}
