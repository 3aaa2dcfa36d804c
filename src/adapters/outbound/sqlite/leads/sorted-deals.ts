import {
  type ListOrder,
  listOrder,
  type Order,
  orderOf,
} from '../../../../application/operators/leads/orders.ts';
import type { DealQuery } from '../../../../application/operators/ports/outbound/kept-leads.ts';
import { WORDS_WITHIN } from '../../../../domain/work/first-words.ts';
import { type Condition, condition, joined } from '../connection/condition.ts';
import { wantedDeals } from './deal-conditions.ts';

/** Deals that an index has in the order of this time. */
interface Part {
  readonly time: string;
  readonly which?: string;
}

/** Of what each order is put together. */
const parts: Readonly<Record<ListOrder, readonly Part[]>> = {
  oldest: [{ time: 'received_at' }],
  newest: [{ time: 'received_at' }],
  due: [{ time: 'follow_up_at' }],
  unanswered: [{ time: 'waits_since' }],
  freshest: [{ time: 'waits_since' }],
  changed: [{ time: 'changed_at' }],
  changes: [
    { time: 'changed_at', which: 'changed_at IS NOT NULL' },
    { time: 'received_at', which: 'changed_at IS NULL' },
  ],
};

/** What `summaryOf` looks at: of long fields no more than that. */
const summary = `
  json_set(
    json_remove(deal, '$.idempotency', '$.activities'),
    '$.notes', substr(deal ->> '$.notes', 1, ${WORDS_WITHIN + 1}),
    '$.history', json_array(deal -> '$.history[#-1]')
  ) AS deal`;

/** Finds the deals by their indexes, and then reads those that were found. */
export function sortedDeals(query: DealQuery): Condition {
  const { time: timeOf, latestFirst }: Order = orderOf(query);
  const [direction, beyond] = latestFirst ? ['DESC', '<'] : ['ASC', '>'];
  const { after } = query;
  const found = parts[listOrder(query)].map(({ time, which = 'TRUE' }) => {
    const { sql, values } = joined(
      [
        wantedDeals(query),
        condition(which),
        after && condition(`(${time}, id) ${beyond} (?, ?)`, timeOf(after).getTime(), after.id),
      ],
      'AND',
    );
    return condition(`SELECT number, ${time} AS time, id FROM deals WHERE ${sql}`, ...values);
  });
  const order = `ORDER BY time ${direction}, id ${direction}`;
  return {
    sql: `
      SELECT ${summary}
      FROM (${found.map(({ sql }) => sql).join(' UNION ALL ')} ${order} LIMIT ?) AS found JOIN deals USING (number)
      ORDER BY found.time ${direction}, found.id ${direction}`,
    values: [...found.flatMap(({ values }) => values), query.limit],
  };
}
