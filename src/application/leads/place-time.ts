import { clockOf } from '../../domain/answer.ts';
import type { DealPlace, DealQuery } from '../ports/outbound/back-office.ts';

/** The time by which a list of deals is sorted: that of the follow-up, since when the clock runs, or that of receipt. */
export function placeTime(
  { receivedAt, followUpAt = receivedAt, reopened }: Omit<DealPlace, 'id'>,
  { due, unanswered }: Pick<DealQuery, 'due' | 'unanswered'>,
): Date {
  if (due) return followUpAt;
  return unanswered ? clockOf({ receivedAt, reopened }).since : receivedAt;
}
