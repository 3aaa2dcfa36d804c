import { clockOf } from '../../domain/answer.ts';
import type { DealPlace, DealQuery } from '../ports/outbound/back-office.ts';

type Order = Pick<DealQuery, 'due' | 'unanswered' | 'changed'>;

/** Whether a list has an order of its own, whatever `newest` says. */
export const hasOrder = ({ due, unanswered, changed }: Order): boolean =>
  due !== undefined || unanswered === true || changed === true;

/** The time by which a list of deals is sorted; where a place does not have it, its time of receipt stands for it. */
export function placeTime(
  { receivedAt, followUpAt = receivedAt, reopened, changedAt = receivedAt }: Omit<DealPlace, 'id'>,
  { due, unanswered, changed }: Order,
): Date {
  if (due) return followUpAt;
  if (changed) return changedAt;
  return unanswered ? clockOf({ receivedAt, reopened }).since : receivedAt;
}
