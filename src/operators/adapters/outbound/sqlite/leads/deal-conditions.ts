import type { DealConditions } from '#operators/application/ports/deal-conditions.ts';
import { list } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import { openStatuses } from '../../../../../domain/lead-status.ts';
import { type Condition, condition, joined } from '../tables/condition.ts';
import { isAny, ofExternalId, ofWord } from './deal-matches.ts';
import { keyWord } from './words.ts';

type Said<N extends keyof DealConditions> = (wanted: NonNullable<DealConditions[N]>) => Condition | undefined;

/** Each condition in SQL. */
const conditions: { readonly [N in keyof DealConditions]-?: Said<N> } = {
  since: (time) => condition('received_at >= ?', time.getTime()),
  until: (time) => condition('received_at < ?', time.getTime()),
  dealType: (type) => condition('deal_type = ?', type),
  status: (status) => condition('status = ?', status),
  open: (wanted) =>
    wanted ? condition(`status IN (${openStatuses.map(() => '?')})`, ...openStatuses) : undefined,
  due: (time) => condition('follow_up_at < ?', time.getTime()),
  unplanned: (wanted) => (wanted ? condition('follow_up_at IS NULL') : undefined),
  unanswered: (wanted) => (wanted ? condition('waits_since IS NOT NULL') : undefined),
  waitingBefore: (time) => condition('waits_since < ?', time.getTime()),
  still: stillSince,
  givenSince: (time) => condition('number IN (SELECT number FROM gifts WHERE given_at >= ?)', time.getTime()),
  changed: (wanted) => (wanted ? condition('changed_at IS NOT NULL') : undefined),
  // No lead is older than its status, so the index on receipt helps.
  unmovedSince: (time) => condition('status_since < ? AND received_at < ?', time.getTime(), time.getTime()),
  known: (wanted) => (wanted ? condition('erased = 0') : undefined),
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
    Object.entries(conditions).map(([name, said]) => {
      const value = wanted[name as keyof DealConditions];
      return value === undefined ? undefined : (said as Said<'vendorId'>)(value as string);
    }),
    'AND',
  );

/**
 * Open deals on which nobody has worked since. No deal is older than its last change; only of those that changed
 * since is `stillSince` read, as it is never later.
 */
function stillSince(time: Date): Condition {
  const ms = time.getTime();
  return condition(
    `status IN (${openStatuses.map(() => '?')}) AND received_at <= ? AND follow_up_at IS NULL AND waits_since IS NULL
     AND (coalesce(changed_at, received_at) <= ? OR deal ->> '$.stillSince' <= ?)`,
    ...openStatuses,
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
function isOneOf(column: string, ids: readonly (string | null)[]): Condition {
  const [id, ...others] = ids.filter((each) => each !== null);
  if (id !== undefined && others.length === 0) return condition(`${column} = ?`, id);
  return condition(
    `${column} IN (SELECT value FROM json_each(?))`,
    list(ids.filter((each) => each !== null)),
  );
}
