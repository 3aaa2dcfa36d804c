import type { Filter, Sort } from 'mongodb';
import { type ListOrder, listOrder, type Order, orderOf } from '#operators/application/leads/orders.ts';
import type { DealQuery } from '#operators/application/ports/outbound/kept-leads.ts';
import type { DealSummary } from '#operators/application/ports/records.ts';
import { initialStatus } from '../../../../../domain/lead-status.ts';
import { type StoredWork, withCustomer, without } from './stored-work.ts';

/** Deals that an index has in the order of a time. */
interface Part {
  readonly time: string;
  readonly which?: readonly Filter<StoredWork>[];
}

/** A filter for deals that have this time, in the words of the partial index. */
export const someTime = (field: string) => ({ [field]: { $type: 'date' } }) as Filter<StoredWork>;

const received: readonly Part[] = [{ time: 'receivedAt' }];
const again = { status: initialStatus, 'reopened.at': { $exists: true } };
/** The deals whose customers wait, by the beginning of their wait. */
export const waiting: readonly Part[] = [
  { time: 'receivedAt', which: [withCustomer, without('reopened'), without('answeredAt')] },
  { time: 'reopened.at', which: [withCustomer, again, without('reopened.answeredAt')] },
];

/** The parts of each order. */
const parts: Readonly<Record<ListOrder, readonly Part[]>> = {
  oldest: received,
  newest: received,
  due: [{ time: 'followUpAt' }],
  unanswered: waiting,
  freshest: waiting,
  given: [{ time: 'assigned.at' }],
  changed: [{ time: 'changedAt' }],
  changes: [
    { time: 'changedAt', which: [someTime('changedAt')] },
    { time: 'receivedAt', which: [without('changedAt')] },
  ],
};

/** Whether a query's deals are in the order of their receipt. */
export const isByReceipt = (query: DealQuery): boolean => parts[listOrder(query)] === received;

interface SortedDeals {
  readonly wanted: readonly Filter<StoredWork>[];
  readonly sort: Sort;
  /** The field that the deals are sorted by. */
  readonly time: string;
}

/** Filters and sorting for the order of a query: one, or several parts that each have an index. */
export function sortedDeals(query: DealQuery): readonly SortedDeals[] {
  const { time: timeOf, latestFirst }: Order = orderOf(query);
  const direction = latestFirst ? -1 : 1;
  const [from, beyond] = latestFirst ? ['$lte', '$lt'] : ['$gte', '$gt'];
  const { after, waitingBefore } = query;
  return parts[listOrder(query)].map(({ time, which: inPart = [] }) => {
    const earlier = waitingBefore && ({ [time]: { $lt: waitingBefore } } as Filter<StoredWork>);
    const which = earlier ? [...inPart, earlier] : inPart;
    const at = after && timeOf(after);
    const rest = at && {
      [time]: { [from]: at },
      $or: [{ [time]: { [beyond]: at } }, { _id: { [beyond]: after.id } }],
    };
    const wanted = rest ? [...which, rest as Filter<StoredWork>] : which;
    return { wanted, sort: { [time]: direction, _id: direction }, time };
  });
}

/**
 * Finds the first deals of all parts together, one part after the other. A later part is searched only up to
 * the last deal found: it could otherwise pass through any number of deals that the others have as well.
 */
export async function firstOf(
  query: DealQuery,
  find: (part: SortedDeals) => Promise<readonly DealSummary[]>,
): Promise<readonly DealSummary[]> {
  const { time: timeOf, latestFirst }: Order = orderOf(query);
  const [first, ...others] = sortedDeals(query);
  let found = first ? await find(first) : [];
  for (const part of others) {
    const last = found.length === query.limit && found.at(-1);
    const before = latestFirst ? '$gte' : '$lte';
    const bound = last ? [{ [part.time]: { [before]: timeOf(last) } } as Filter<StoredWork>] : [];
    found = firstAmong(query, [...found, ...(await find({ ...part, wanted: [...part.wanted, ...bound] }))]);
  }
  return found;
}

/** The first of these deals in the query's order, each of them once. */
export function firstAmong(query: DealQuery, deals: readonly DealSummary[]): readonly DealSummary[] {
  const { time: timeOf, latestFirst }: Order = orderOf(query);
  const upwards = (a: DealSummary, b: DealSummary) =>
    timeOf(a).getTime() - timeOf(b).getTime() || (a.id < b.id ? -1 : 1);
  return [...new Map(deals.map((deal) => [deal.id, deal])).values()]
    .sort((a, b) => (latestFirst ? upwards(b, a) : upwards(a, b)))
    .slice(0, query.limit);
}
