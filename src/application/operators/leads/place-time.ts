import { clockOf } from '../../../domain/work/answer.ts';
import type { DealPlace, DealQuery } from '../ports/outbound/kept-leads.ts';

type Ordered = Pick<DealQuery, 'due' | 'unanswered' | 'changed' | 'changes'>;

/** How a list of deals is sorted. */
export type ListOrder = 'oldest' | 'newest' | 'due' | 'unanswered' | 'changed' | 'changes';

/** Some lists have an order of their own, whatever `newest` says. */
export function listOrder({
  due,
  unanswered,
  changed,
  changes,
  newest,
}: Ordered & Pick<DealQuery, 'newest'>): ListOrder {
  if (due) return 'due';
  if (unanswered) return 'unanswered';
  if (changed) return 'changed';
  if (changes) return 'changes';
  return newest ? 'newest' : 'oldest';
}

/** The time by which a list of deals is sorted; where a place does not have it, its time of receipt stands for it. */
export function placeTime(
  { receivedAt, followUpAt = receivedAt, reopened, changedAt = receivedAt }: Omit<DealPlace, 'id'>,
  { due, unanswered, changed, changes }: Ordered,
): Date {
  if (due) return followUpAt;
  if (changed || changes) return changedAt;
  return unanswered ? clockOf({ receivedAt, reopened }).since : receivedAt;
}
