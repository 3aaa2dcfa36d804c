import { type ListOrder, listOrder, type Order, orderOf } from '#operators/application/leads/orders.ts';
import type { DealQuery } from '#operators/application/ports/outbound/kept-leads.ts';
import { WORDS_WITHIN } from '#operators/domain/work/first-words.ts';
import { type Condition, condition, joined } from '../tables/condition.ts';
import { wantedDeals } from './deal-conditions.ts';
import { numbersOf } from './deal-matches.ts';

/** Deals that an index, or a table beside them, has in the order of a time. */
interface Part {
  readonly time: string;
  /** What to walk through for this order. */
  readonly from: string;
  readonly which?: string;
}

const by = (index: string): string => `deals INDEXED BY ${index}`;

/** The parts of each order. */
const parts: Readonly<Record<ListOrder, readonly Part[]>> = {
  oldest: [{ time: 'received_at', from: by('deals_received') }],
  newest: [{ time: 'received_at', from: by('deals_received') }],
  due: [{ time: 'follow_up_at', from: by('deals_due') }],
  unanswered: [{ time: 'waits_since', from: by('deals_waiting') }],
  freshest: [{ time: 'waits_since', from: by('deals_waiting') }],
  given: [{ time: 'given_at', from: 'gifts CROSS JOIN deals USING (number, id)' }],
  changed: [{ time: 'changed_at', from: by('deals_changed') }],
  changes: [
    { time: 'changed_at', from: by('deals_changed'), which: 'changed_at IS NOT NULL' },
    { time: 'received_at', from: by('deals_received'), which: 'changed_at IS NULL' },
  ],
};

/**
 * The JSON that `summaryOf` needs, with long fields cut. SQLite's `substr` ends at U+0000: notes with one stay whole.
 */
const summary = `
  json_set(
    json_remove(deal, '$.idempotency', '$.activities'),
    '$.notes', iif(instr(deal, '\\u0000'), deal ->> '$.notes', substr(deal ->> '$.notes', 1, ${WORDS_WITHIN + 1})),
    '$.history', json_array(deal -> '$.history[#-1]')
  ) AS deal`;

/**
 * A query that finds deals by indexes, and then sorts those found. SQLite does not know how many deals meet a
 * condition. If `areMany` do, it walks through the deals in order instead; likewise in an order whose index has only
 * some deals, such as those that are due.
 */
export function sortedDeals(query: DealQuery, areMany: boolean): Condition {
  const order = listOrder(query);
  const isWalked =
    areMany || order === 'given' || (!isSought(query) && !['oldest', 'newest'].includes(order));
  const { time: timeOf, latestFirst }: Order = orderOf(query);
  const [direction, beyond] = latestFirst ? ['DESC', '<'] : ['ASC', '>'];
  const { after } = query;
  const found = parts[order].map(({ time, from, which = 'TRUE' }) => {
    const { sql, values } = joined(
      [
        wantedDeals(query),
        condition(which),
        after && condition(`(${time}, id) ${beyond} (?, ?)`, timeOf(after).getTime(), after.id),
      ],
      'AND',
    );
    return condition(
      `SELECT number, ${time} AS time, id FROM ${isWalked ? from : 'deals'} WHERE ${sql}`,
      ...values,
    );
  });
  const sorted = `ORDER BY time ${direction}, id ${direction}`;
  return {
    sql: `
      SELECT ${summary}
      FROM (${found.map(({ sql }) => sql).join(' UNION ALL ')} ${sorted} LIMIT ?) AS found JOIN deals USING (number)
      ORDER BY found.time ${direction}, found.id ${direction}`,
    values: [...found.flatMap(({ values }) => values), query.limit],
  };
}

/** Whether the query names few deals, or words. */
const isSought = ({ matching, contactId, said, externalId }: DealQuery): boolean =>
  [matching, contactId, said, externalId].some((sought) => sought !== undefined);

/** The number of matches from which walking through all deals takes less time than sorting the matches. */
const MANY = 2_000;

/** Asks whether many deals have the words of a query; `undefined` if it has none. */
export function askHowMany({ matching = [] }: DealQuery): Condition | undefined {
  const counts = matching
    .flatMap((match) => numbersOf(match) ?? [])
    .map(({ sql, values }) => condition(`SELECT count(*) FROM (${sql} LIMIT ${MANY})`, ...values));
  if (counts.length === 0) return undefined;
  const sum = counts.map(({ sql }) => `(${sql})`).join(' + ');
  return condition(`SELECT ${sum} >= ${MANY} AS many`, ...counts.flatMap(({ values }) => values));
}
