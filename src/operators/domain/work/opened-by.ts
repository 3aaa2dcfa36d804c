import type { Acting } from './follow-up.ts';
import type { Assigned, WorkedDeal } from './worked-deal.ts';

/** What the lead says of its owner's being given it, once they have opened it; `undefined` if this changes nothing. */
export function openedBy(
  { owner, assigned }: Pick<WorkedDeal, 'owner' | 'assigned'>,
  { ids = [], at }: Pick<Acting, 'ids' | 'at'>,
): Assigned | undefined {
  const isFirst = assigned?.openedAt === null && owner !== undefined && ids.includes(owner);
  return isFirst ? { ...assigned, openedAt: at } : undefined;
}
