import { isFinal } from '../../../domain/lead-status.ts';
import { isAnswer } from './activity.ts';
import type { Acting } from './follow-up.ts';
import type { KnownPeople } from './known-people.ts';
import type { DealChange, WorkedDeal } from './worked-deal.ts';

/**
 * The change, with who acts as the owner if it answers or moves a lead that is nobody’s. So is that of somebody who has left
 * or only looks: reopened by who can own no lead, it is nobody’s again.
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
