import { clockOf } from '../../domain/work/answer.ts';
import type { DealPlace, DealQuery } from '../ports/outbound/kept-leads.ts';

export interface Order {
  /**
   * The time that deals are sorted by, before their id. A place without that time has its time of receipt
   * instead.
   */
  readonly time: (place: Omit<DealPlace, 'id'>) => Date;
  readonly latestFirst?: true;
  /** Whether new deals come at the list's end, so that the list can go on after its last page. */
  readonly grows?: true;
}

const received: Order['time'] = ({ receivedAt }) => receivedAt;
const clockBegan: Order['time'] = (place) => clockOf(place).since;
const lastGiven: Order['time'] = ({ receivedAt, assigned }) => assigned?.at ?? receivedAt;
const lastChanged: Order['time'] = ({ receivedAt, changedAt = receivedAt }) => changedAt;

/** The ways to sort a list of deals. */
export const orders = {
  oldest: { time: received, grows: true },
  newest: { time: received, latestFirst: true },
  due: { time: ({ receivedAt, followUp }) => followUp?.at ?? receivedAt },
  unanswered: { time: clockBegan },
  freshest: { time: clockBegan, latestFirst: true },
  given: { time: lastGiven, latestFirst: true },
  changed: { time: lastChanged, latestFirst: true },
  changes: { time: lastChanged, grows: true },
} as const satisfies Record<string, Order>;

export type ListOrder = keyof typeof orders;
type Ordered = Pick<DealQuery, 'due' | 'unanswered' | 'givenSince' | 'changed' | 'changes' | 'newest'>;

/** The order that a query asks for. Some conditions have an order of their own, whatever `newest` says. */
export function listOrder({ due, unanswered, givenSince, changed, changes, newest }: Ordered): ListOrder {
  if (due) return 'due';
  if (unanswered) return newest ? 'freshest' : 'unanswered';
  if (givenSince) return 'given';
  if (changed) return 'changed';
  if (changes) return 'changes';
  return newest ? 'newest' : 'oldest';
}

export const orderOf = (query: Ordered): Order => orders[listOrder(query)];
