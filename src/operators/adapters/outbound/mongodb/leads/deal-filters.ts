import type { Db, Filter } from 'mongodb';
import {
  type ConditionName,
  type DealConditions,
  givenIn,
  type Wanted,
} from '#operators/domain/work/deal-conditions.ts';
import { dealTypes } from '../../../../../domain/deal-type.ts';
import { initialStatus, leadStatuses, openStatuses } from '../../../../../domain/lead-status.ts';
import { familyOf } from '../contacts/find-contacts.ts';
import { anyOf, matchesOf, withExternalId } from './match-deals.ts';
import { someTime, waiting } from './sorted-deals.ts';
import { soughtKey } from './sought-keys.ts';
import { type StoredWork, withCustomer, without } from './stored-work.ts';

type Filters = readonly Filter<StoredWork>[];

/** Conditions that `ofKind` covers together, because one index serves them. */
const inKind = () => [];

/** Each condition as MongoDB's filters. */
const filters: {
  readonly [N in ConditionName]: (wanted: Wanted<N>, db: Db) => Filters | Promise<Filters>;
} = {
  since: (time) => [{ receivedAt: { $gte: time } }],
  until: (time) => [{ receivedAt: { $lt: time } }],
  dealType: inKind,
  status: inKind,
  open: inKind,
  unanswered: inKind,
  due: (time) => [{ followUpAt: { $lt: time } }],
  unplanned: () => [without('followUpAt')],
  waitingBefore: () => [], // `sortedDeals` has it
  still: stillSince,
  givenSince: (time) => [{ 'assigned.at': { $gte: time } } as Filter<StoredWork>],
  changed: () => [someTime('changedAt')],
  unmovedSince: unmoved,
  known: () => [withCustomer, { forgotten: { $ne: true } }], // an index has the second
  owners: (ids) => [{ owner: { $in: ids } } as Filter<StoredWork>], // null also finds those without the field
  ownersOrPromised: (ids) => [
    {
      $or: [{ owner: { $in: ids } }, { 'followUp.byId': { $in: ids.filter((id) => id !== null) } }],
    } as Filter<StoredWork>,
  ],
  vendorId: (id) => [{ vendorId: { $eq: id } }],
  keyId: (id) => [{ 'history.0.by': { $eq: id } }],
  contactId: async (id, db) => [{ contactId: { $in: (await familyOf(db, id)).ids } }],
  externalId: (id) => [withExternalId([id])],
  said: (key) => [{ said: { $eq: soughtKey(key) } }],
  matching: async (matches, db) => {
    const { byWords, others } = await matchesOf(db, matches);
    return anyOf([...others, ...byWords.map(({ filter }) => filter)]);
  },
};

/** All conditions of a query. `sortedDeals` has the rest of `unanswered`. */
export async function filtersOf(db: Db, wanted: DealConditions): Promise<Filters> {
  const each = await Promise.all(givenIn(wanted).map(([name, value]) => filters[name](value, db)));
  return [...ofKind(wanted), ...each.flat()];
}

/** Filters by type and status, always both, so that one index serves either. */
function ofKind({ dealType, status, open, unanswered }: DealConditions): Filters {
  if (dealType === undefined && status === undefined && !open && !unanswered) return [];
  const types = dealType === undefined ? dealTypes : [dealType];
  const possible = unanswered ? [initialStatus] : open ? openStatuses : leadStatuses;
  const statuses = possible.filter((each) => (status ?? each) === each);
  return [{ dealType: { $in: types }, status: { $in: statuses } }];
}

/** Filters by what `isStill` says. No deal is older than its last change; `stillSince` is never later. */
function stillSince(since: Date): Filters {
  return [
    ...ofKind({ open: true }),
    { receivedAt: { $lte: since } },
    { $or: [{ changedAt: { $lte: since } }, without('changedAt'), { stillSince: { $lte: since } }] },
    without('followUpAt'),
    { $nor: waiting.map(({ which = [] }) => ({ $and: [{ status: initialStatus }, ...which] })) },
  ];
}

/**
 * Filters by the time of the present status. No lead is older than its status: the limit on receipt is for an
 * index.
 */
export function unmoved(since: Date): Filters {
  return [{ receivedAt: { $lt: since } }, { $expr: { $lt: [{ $last: '$history.at' }, since] } }];
}

/** A filter for deals that meet all of these. */
export const allOf = (filters: Filters): Filter<StoredWork> =>
  filters.length > 0 ? { $and: [...filters] } : {};
