import type { Filter, Sort } from 'mongodb';
import { type Order, orderOf } from '../../../../application/operators/leads/orders.ts';
import type { DealQuery } from '../../../../application/operators/ports/outbound/kept-leads.ts';
import type { DealSummary } from '../../../../application/operators/ports/records.ts';
import { initialStatus } from '../../../../domain/intake/lead-status.ts';
import { type StoredDeal, withCustomer, without } from './stored-deal.ts';

/** Deals that an index has in the order that was asked for. */
interface SortedDeals {
  readonly wanted: readonly Filter<StoredDeal>[];
  readonly sort: Sort;
  /** The field by which they are sorted. */
  readonly time: string;
}

/** What `deals` looks for beside its other conditions: once, or in parts of which each has its own index. */
export function sortedDeals(query: DealQuery): readonly SortedDeals[] {
  const { due, unanswered, changed, changes, newest } = query;
  if (due) return [sortedBy('followUpAt', query, [{ followUpAt: { $lt: due } }])];
  if (changed) return [sortedBy('changedAt', query, [someTime('changedAt')], true)];
  if (changes)
    return [
      sortedBy('changedAt', query, [someTime('changedAt')]),
      sortedBy('receivedAt', query, [without('changedAt')]),
    ];
  if (!unanswered) return [sortedBy('receivedAt', query, [], newest)];
  const again = { status: initialStatus, 'reopened.at': { $exists: true } };
  return [
    sortedBy('receivedAt', query, [withCustomer, without('reopened'), without('answeredAt')], newest),
    sortedBy('reopened.at', query, [withCustomer, again, without('reopened.answeredAt')], newest),
  ];
}

/** As the partial index says it. */
const someTime = (field: string) => ({ [field]: { $type: 'date' } }) as Filter<StoredDeal>;

function sortedBy(
  time: string,
  query: DealQuery,
  wanted: readonly Filter<StoredDeal>[],
  newest = false,
): SortedDeals {
  const sort: Sort = newest ? { [time]: -1, _id: -1 } : { [time]: 1, _id: 1 };
  if (!query.after) return { wanted, sort, time };
  const [at, { id }] = [orderOf(query).time(query.after), query.after];
  const [from, beyond] = newest ? ['$lte', '$lt'] : ['$gte', '$gt'];
  const after = {
    [time]: { [from]: at },
    $or: [{ [time]: { [beyond]: at } }, { _id: { [beyond]: id } }],
  };
  return { wanted: [...wanted, after as Filter<StoredDeal>], sort, time };
}

/**
 * The first deals of all parts together, one part after the other: of the next, only what comes before the last that was
 * found, or it could go through any number that the others have, too.
 */
export async function firstOf(
  query: DealQuery,
  find: (part: SortedDeals) => Promise<readonly DealSummary[]>,
): Promise<readonly DealSummary[]> {
  const { time: timeOf, latestFirst }: Order = orderOf(query);
  const upwards = (a: DealSummary, b: DealSummary) =>
    timeOf(a).getTime() - timeOf(b).getTime() || (a.id < b.id ? -1 : 1);
  const [first, ...others] = sortedDeals(query);
  let found = first ? await find(first) : [];
  for (const part of others) {
    const last = found.length === query.limit && found.at(-1);
    const before = latestFirst ? '$gte' : '$lte';
    const bound = last ? [{ [part.time]: { [before]: timeOf(last) } } as Filter<StoredDeal>] : [];
    found = [...found, ...(await find({ ...part, wanted: [...part.wanted, ...bound] }))]
      .sort((a, b) => (latestFirst ? upwards(b, a) : upwards(a, b)))
      .slice(0, query.limit);
  }
  return found;
}
