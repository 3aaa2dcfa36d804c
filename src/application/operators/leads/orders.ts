import { clockOf } from '../../../domain/work/answer.ts';
import type { DealPlace, DealQuery } from '../ports/outbound/kept-leads.ts';

export interface Order {
  /** By which deals are sorted, then by id; where a place does not have it, its time of receipt stands for it. */
  readonly time: (place: Omit<DealPlace, 'id'>) => Date;
  readonly latestFirst?: true;
  /** Deals come at its end: a list can go on after its last page. */
  readonly grows?: true;
}

const received: Order['time'] = ({ receivedAt }) => receivedAt;
const clockBegan: Order['time'] = (place) => clockOf(place).since;
const lastChanged: Order['time'] = ({ receivedAt, changedAt = receivedAt }) => changedAt;

/** How a list of deals can be sorted. */
export const orders = {
  oldest: { time: received, grows: true },
  newest: { time: received, latestFirst: true },
  due: { time: ({ receivedAt, followUp }) => followUp?.at ?? receivedAt },
  unanswered: { time: clockBegan },
  freshest: { time: clockBegan, latestFirst: true },
  changed: { time: lastChanged, latestFirst: true },
  changes: { time: lastChanged, grows: true },
} as const satisfies Record<string, Order>;

export type ListOrder = keyof typeof orders;
type Ordered = Pick<DealQuery, 'due' | 'unanswered' | 'changed' | 'changes' | 'newest'>;

/** Some lists have an order of their own, whatever `newest` says. */
export function listOrder({ due, unanswered, changed, changes, newest }: Ordered): ListOrder {
  if (due) return 'due';
  if (unanswered) return newest ? 'freshest' : 'unanswered';
  if (changed) return 'changed';
  if (changes) return 'changes';
  return newest ? 'newest' : 'oldest';
}

export const orderOf = (query: Ordered): Order => orders[listOrder(query)];
