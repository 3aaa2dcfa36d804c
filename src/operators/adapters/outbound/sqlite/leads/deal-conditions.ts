import {
  type ConditionName,
  type DealConditions,
  givenIn,
  type Wanted,
} from '#operators/domain/work/deal-conditions.ts';
import { list } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import { openStatuses } from '../../../../../domain/lead-status.ts';
import { type Condition, condition, joined } from '../tables/condition.ts';
import { isAny, ofExternalId, ofWord } from './deal-matches.ts';
import { keyWord } from './words.ts';

const isOpen = condition(`status IN (${openStatuses.map(() => '?')})`, ...openStatuses);

/** Each condition in SQL. */
const conditions: { readonly [N in ConditionName]: (wanted: Wanted<N>) => Condition } = {
  since: (time) => condition('received_at >= ?', time.getTime()),
  until: (time) => condition('received_at < ?', time.getTime()),
  dealType: (type) => condition('deal_type = ?', type),
  status: (status) => condition('status = ?', status),
  open: () => isOpen,
  due: (time) => condition('follow_up_at < ?', time.getTime()),
  unplanned: () => condition('follow_up_at IS NULL'),
  unanswered: () => condition('waits_since IS NOT NULL'),
  waitingBefore: (time) => condition('waits_since < ?', time.getTime()),
  still: stillSince,
  givenSince: (time) => condition('number IN (SELECT number FROM gifts WHERE given_at >= ?)', time.getTime()),
  changed: () => condition('changed_at IS NOT NULL'),
  // No lead is older than its status, so the index on receipt helps.
  unmovedSince: (time) => condition('status_since < ? AND received_at < ?', time.getTime(), time.getTime()),
  known: () => condition('erased = 0'),
  owners: ownedBy,
  ownersOrPromised: (ids) => joined([ownedBy(ids), isOneOf('promised_by', ids)], 'OR'),
  vendorId: (id) => condition('vendor_id = ?', id),
  keyId: (id) => condition('key_id = ?', id),
  contactId: (id) =>
    condition('contact_id = coalesce((SELECT merged_into FROM contacts WHERE id = ?), ?)', id, id),
  externalId: ofExternalId,
  said: (key) => ofWord(keyWord(key)),
  matching: isAny,
};

/** Joins all conditions of a query. */
export const wantedDeals = (wanted: DealConditions): Condition =>
  joined(
    givenIn(wanted).map(([name, value]) => conditions[name](value)),
    'AND',
  );

/**
 * Open deals on which nobody has worked since. No deal is older than its last change; only of those that changed
 * since is `stillSince` read, as it is never later.
 */
function stillSince(time: Date): Condition {
  const ms = time.getTime();
  return condition(
    `${isOpen.sql} AND received_at <= ? AND follow_up_at IS NULL AND waits_since IS NULL
     AND (coalesce(changed_at, received_at) <= ? OR deal ->> '$.stillSince' <= ?)`,
    ...isOpen.values,
    ms,
    ms,
    time.toISOString(),
  );
}

/** Deals of these owners; `null` among the ids: also deals without an owner. */
function ownedBy(ids: readonly (string | null)[]): Condition {
  const nobodys = ids.includes(null) ? condition('owner IS NULL') : undefined;
  return joined([isOneOf('owner', ids), nobodys], 'OR');
}

/** A column that has one of these ids. A single id is compared directly, so that an index gives its order. */
function isOneOf(column: string, given: readonly (string | null)[]): Condition {
  const ids = given.filter((id) => id !== null);
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return condition(`${column} = ?`, only);
  return condition(`${column} IN (SELECT value FROM json_each(?))`, list(ids));
}
