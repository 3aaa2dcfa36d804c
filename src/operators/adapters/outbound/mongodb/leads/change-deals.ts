import type { Db, Filter, UpdateFilter } from 'mongodb';
import type { Announcement } from '#operators/application/events/ports/deliveries.ts';
import type { AnnounceChange, DecideChange } from '#operators/application/ports/outbound/kept-leads.ts';
import type { DealOutcome } from '#operators/application/ports/records.ts';
import { promisesOf } from '#operators/domain/work/promises.ts';
import {
  activitiesAfter,
  type DealChange,
  lostReasonOf,
  type WorkedDeal,
  withChange,
} from '#operators/domain/work/worked-deal.ts';
import { StoreUnavailable } from '../../../../../application/ports/outbound/store.ts';
import { MAX_ROUNDS, operatorRead, operatorWrite } from '../store/options.ts';
import { dealFrom, dealsOf, type StoredWork, storedPromises, withoutSent } from './stored-work.ts';

/**
 * Reads all deals with one command, and writes the change of each. A deal that has changed meanwhile is read
 * and decided again.
 */
export async function changeDeals(
  db: Db,
  leadIds: readonly string[],
  decide: DecideChange,
  announce: AnnounceChange,
): Promise<readonly DealOutcome[]> {
  const outcomes = new Map<string, DealOutcome>();
  let open = leadIds;
  for (let round = 0; open.length > 0; round += 1) {
    if (round === MAX_ROUNDS) throw new StoreUnavailable('the leads kept changing');
    const found = await dealsOf(db)
      .find({ _id: { $in: [...open] } }, { ...operatorRead, ...withoutSent })
      .toArray();
    const changed = await Promise.allSettled(found.map((stored) => changeDeal(db, stored, decide, announce)));
    open = changed.flatMap((each, n) => {
      const id = found[n]?._id ?? '';
      if (each.status === 'rejected') throw each.reason; // no other is under way any more
      if (each.value === 'changed meanwhile') return [id];
      outcomes.set(id, each.value);
      return [];
    });
  }
  return leadIds.map((id) => outcomes.get(id));
}

async function changeDeal(
  db: Db,
  stored: StoredWork,
  decide: DecideChange,
  announce: AnnounceChange,
): Promise<DealOutcome | 'changed meanwhile'> {
  const before = dealFrom(stored);
  let change: DealChange | undefined;
  try {
    change = decide(before);
  } catch (refused) {
    return { refused };
  }
  if (!change) return { before, after: before };
  const update = updateOf(stored, change, announce(before, change));
  const { matchedCount } = await dealsOf(db).updateOne(asRead(stored), update, operatorWrite);
  return matchedCount === 1 ? { before, after: withChange(before, change) } : 'changed meanwhile';
}

/**
 * A filter for the deal as it was read. Other systems set the status without raising the revision, so the
 * status counts as well.
 */
const asRead = ({ _id, revision, status }: StoredWork) =>
  ({ _id, revision: revision ?? null, status }) as Filter<StoredWork>; // `null`: there is none

function updateOf(
  { revision = 0, activities = [] }: StoredWork,
  { moved, activity, strike, ...given }: DealChange,
  announced: readonly Announcement[],
): UpdateFilter<StoredWork> {
  const { set, unset } = written({
    ...given,
    followUpAt: given.followUp === null ? null : given.followUp?.at,
    lostReason: moved && (lostReasonOf({ status: moved.status, history: [moved] }) ?? null),
  });
  return {
    $set: {
      ...(moved && { status: moved.status }),
      ...set,
      ...(activity?.followUp?.from && storedPromises({ activities: [...activities, activity] })),
      ...(strike && struck(activitiesAfter({ activities }, { activity, strike }))),
      revision: revision + 1,
    },
    $unset: unset,
    $push: {
      ...(moved && { history: moved }),
      ...(activity && !strike && { activities: activity }),
      ...(announced.length > 0 && { outbox: { $each: [...announced] } }),
    },
  };
}

/** The whole list of activities: one update cannot both set a part of a list and add to it. */
const struck = (activities: WorkedDeal['activities']) => ({ activities, ...promisesOf({ activities }) });

/** The fields that a change sets and removes. */
function written(
  given: Omit<DealChange, 'moved' | 'activity' | 'strike'> & {
    readonly followUpAt: Date | null | undefined;
    readonly lostReason: string | null | undefined;
  },
) {
  const parts = Object.entries(given);
  return {
    set: Object.fromEntries(parts.filter(([, value]) => value != null)),
    unset: Object.fromEntries(parts.flatMap(([name, value]) => (value === null ? [[name, 1 as const]] : []))),
  };
}
