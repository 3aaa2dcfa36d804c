import type { Db, Filter, Sort } from 'mongodb';
import { type Order, orderOf } from '#operators/application/leads/orders.ts';
import type { DealQuery } from '#operators/application/ports/outbound/kept-leads.ts';
import type { DealSummary } from '#operators/application/ports/records.ts';
import { givenIn } from '#operators/domain/work/deal-conditions.ts';
import { wordIndex } from '../store/indexes.ts';
import { operatorRead } from '../store/options.ts';
import { allOf, filtersOf } from './deal-filters.ts';
import { anyOf, matchesOf } from './match-deals.ts';
import { firstAmong, firstOf, isByReceipt, sortedDeals } from './sorted-deals.ts';
import { dealsOf, type StoredSummary, type StoredWork, summaryFields, summaryFrom } from './stored-work.ts';

type Filters = readonly Filter<StoredWork>[];

/**
 * Finds the first deals of a query. Deals with certain words are lists of their own, where an index has them in this
 * order.
 */
export async function findDeals(db: Db, { matching, ...query }: DealQuery): Promise<readonly DealSummary[]> {
  const conditions = await filtersOf(db, query);
  if (!matching) return inOrder(db, query, conditions);
  const { byWords, others } = await matchesOf(db, matching);
  if (!(isByReceipt(query) && byWords.every((words) => words.inOrder)))
    return inOrder(db, query, [...conditions, ...anyOf([...others, ...byWords.map(({ filter }) => filter)])]);
  const lists = await Promise.all([
    others.length > 0 ? inOrder(db, query, [...conditions, ...anyOf(others)]) : [],
    ...byWords.map(({ filter }) => inOrderOfReceipt(db, query, [...conditions, filter])),
  ]);
  return firstAmong(query, lists.flat());
}

const inOrder = (db: Db, query: DealQuery, filters: Filters): Promise<readonly DealSummary[]> =>
  firstOf(query, ({ wanted, sort }) => read(db, query, { filters: [...filters, ...wanted], sort }));

/**
 * Finds deals by `wordIndex`, which has no ids: of those received at the same time as the last one, all are read, and
 * put in order. With other conditions, MongoDB chooses among all indexes.
 */
async function inOrderOfReceipt(db: Db, query: DealQuery, filters: Filters): Promise<readonly DealSummary[]> {
  const { latestFirst }: Order = orderOf(query);
  const direction = latestFirst ? -1 : 1;
  const hint = givenIn(query).every(([name]) => name === 'since' || name === 'until')
    ? wordIndex.name
    : undefined;
  const all = [...filters, ...sortedDeals(query).flatMap(({ wanted }) => wanted)];
  const found = await read(db, query, { filters: all, sort: { receivedAt: direction }, hint });
  const last = found.length === query.limit && found.at(-1);
  if (!last) return found;
  const { receivedAt } = last;
  const tied = await read(db, query, { filters: [...all, { receivedAt }], sort: { _id: direction }, hint });
  return [...found.filter((deal) => deal.receivedAt < receivedAt || deal.receivedAt > receivedAt), ...tied];
}

interface Search {
  readonly filters: Filters;
  readonly sort: Sort;
  readonly hint?: string | undefined;
}

async function read(db: Db, { limit }: DealQuery, { filters, sort, hint }: Search): Promise<DealSummary[]> {
  const found = dealsOf(db)
    .find(allOf(filters), { ...operatorRead, ...(hint && { hint }) })
    .project<StoredSummary>(summaryFields)
    .sort(sort)
    .limit(limit);
  return (await found.toArray()).map(summaryFrom);
}
