import type { AnyBulkWriteOperation, Db, Filter } from 'mongodb';
import type { Announcement } from '../../../../application/events/ports/deliveries.ts';
import { StoreUnavailable } from '../../../../application/intake/ports/outbound/store.ts';
import type {
  AnnounceChange,
  DecideChange,
} from '../../../../application/operators/ports/outbound/back-office.ts';
import type { DealOutcome } from '../../../../application/operators/ports/records.ts';
import { hasCustomer } from '../../../../domain/intake/contact.ts';
import { type Deal, type DealChange, lostReasonOf, withChange } from '../../../../domain/work/deal.ts';
import { isSameAuthor } from '../../../../domain/work/person.ts';
import { operatorRead, operatorWrite } from '../connection/write-each.ts';
import { storedAnnouncement } from '../webhooks/stored-delivery.ts';
import {
  dealFrom,
  dealsOf,
  type StoredDeal,
  storedActivity,
  storedChange,
  storedReopening,
  withCustomer,
} from './stored-deal.ts';

/** Each failed round means that another change succeeded; far fewer are ever needed. */
const ROUNDS = 100;

/** A change that was decided, and is not known to be written. */
interface Tried {
  readonly before: Deal;
  readonly change: DealChange;
}

/**
 * Reads all deals with one command and writes their changes with another, each only to the deal as it was decided on. How
 * many were written is all that the server says: unless it is all of them, the next round sees which.
 */
export async function changeDeals(
  db: Db,
  leadIds: readonly string[],
  decide: DecideChange,
  announce: AnnounceChange,
): Promise<readonly DealOutcome[]> {
  const outcomes = new Map<string, DealOutcome>();
  let tried = new Map<string, Tried>();
  let open = leadIds;
  for (let round = 0; open.length > 0; round += 1) {
    if (round === ROUNDS) throw new StoreUnavailable('the leads kept changing');
    const found = await dealsOf(db)
      .find({ _id: { $in: [...open] } }, operatorRead)
      .toArray();
    const decided = new Map<string, Tried>();
    for (const stored of found) {
      const last = tried.get(stored._id);
      const before = dealFrom(stored);
      if (last && isWritten(last, before)) outcomes.set(before.id, outcomeOf(last));
      else
        try {
          const change = decide(before);
          if (change) decided.set(before.id, { before, change });
          else outcomes.set(before.id, { before, after: before });
        } catch (refused) {
          outcomes.set(before.id, { refused });
        }
    }
    open = [...decided.keys()];
    if (open.length === 0) break;
    const updates = [...decided.values()].map((each) => updateOf(each, announce(each.before, each.change)));
    const { matchedCount } = await dealsOf(db).bulkWrite(updates, { ordered: false, ...operatorWrite });
    tried = matchedCount > 0 ? decided : new Map();
    if (matchedCount < open.length) continue;
    for (const [id, each] of decided) outcomes.set(id, outcomeOf(each));
    break;
  }
  return leadIds.map((id) => outcomes.get(id));
}

const outcomeOf = ({ before, change }: Tried): DealOutcome => ({ before, after: withChange(before, change) });

/** Guarded by all that a change can set or add to, and by the customer: of one who was erased nothing is written down. */
function updateOf(
  { before, change: { moved, activity, ...given } }: Tried,
  announced: readonly Announcement[],
): AnyBulkWriteOperation<StoredDeal> {
  const { id, status, history, activities, reopened } = before;
  const filter = {
    _id: id,
    status,
    ...(hasCustomer(before) ? withCustomer : { customer: null }),
    owner: before.owner ?? null,
    history: { $size: history.length },
    activities: activities.length > 0 ? { $size: activities.length } : null,
    answeredAt: before.answeredAt ?? null,
    'reopened.at': reopened?.at ?? null,
    'reopened.answeredAt': reopened?.answeredAt ?? null,
    followUpAt: before.followUpAt ?? null,
  };
  const { set, unset } = written({
    ...given,
    reopened: given.reopened && storedReopening(given.reopened),
    lostReason: moved && (lostReasonOf({ status: moved.status, history: [moved] }) ?? null),
  });
  const outbox = announced.length > 0 && { outbox: { $each: announced.map(storedAnnouncement) } };
  return {
    updateOne: {
      filter: filter as Filter<StoredDeal>, // `null`: also where there is none
      update: {
        $set: { ...(moved && { status: moved.status }), ...set },
        $unset: unset,
        $push: {
          ...(moved && { history: storedChange(moved) }),
          ...(activity && { activities: storedActivity(activity) }),
          ...outbox,
        },
      },
    },
  };
}

/** What a change sets as a whole, and what it takes away. */
function written(
  given: Omit<DealChange, 'moved' | 'activity'> & { readonly lostReason: string | null | undefined },
) {
  const parts = Object.entries(given);
  return {
    set: Object.fromEntries(parts.filter(([, value]) => value != null)),
    unset: Object.fromEntries(parts.flatMap(([name, value]) => (value === null ? [[name, 1 as const]] : []))),
  };
}

/** Whether the deal has exactly this change, in its place. */
function isWritten({ before, change }: Tried, deal: Deal): boolean {
  const { moved, activity, owner, answeredAt, reopened, followUpAt } = change;
  const entry = deal.history[before.history.length];
  const noted = deal.activities[before.activities.length];
  const has = (wanted: Date | null | undefined, kept: Date | undefined) =>
    wanted === undefined || wanted?.getTime() === kept?.getTime();
  return (
    (!moved ||
      (entry !== undefined &&
        has(moved.at, entry.at) &&
        isSameAuthor(entry, moved) &&
        entry.status === moved.status)) &&
    (!activity ||
      (noted !== undefined &&
        has(activity.at, noted.at) &&
        isSameAuthor(noted, activity) &&
        noted.kind === activity.kind)) &&
    (owner === undefined || (deal.owner ?? null) === owner) &&
    has(answeredAt, deal.answeredAt) &&
    has(reopened === null ? null : reopened?.at, deal.reopened?.at) &&
    has(reopened && (reopened.answeredAt ?? null), deal.reopened?.answeredAt) &&
    has(followUpAt, deal.followUpAt)
  );
}
