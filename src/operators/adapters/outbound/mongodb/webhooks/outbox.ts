import type { Db } from 'mongodb';
import { addEach } from '../../../../../adapters/outbound/mongodb/connection/write-each.ts';
import { dealsOf } from '../leads/stored-work.ts';
import { operatorRead, operatorWrite } from '../store/options.ts';
import {
  deliveriesFrom,
  deliveriesOf,
  type StoredAnnouncement,
  type StoredDelivery,
} from './stored-delivery.ts';

/**
 * Deals whose events are collected at once, and deliveries made at once. With five rounds a second, this is
 * more than a process posts: in a burst, the rest waits for seconds instead of leads waiting for events.
 */
const PAGE = 200;
const DELIVERIES_AT_ONCE = 500;

interface Outbox {
  readonly _id: string;
  readonly outbox: readonly StoredAnnouncement[];
}

/**
 * Makes deliveries of announcements, some at once. Deliveries are written first, then the deals forget: in
 * between, equal ids prevent duplicates. Resolves to whether there may be more.
 */
export async function collectOutboxes(db: Db): Promise<boolean> {
  const announcing = await dealsOf(db)
    .find({ outbox: { $exists: true } }, { ...operatorRead, projection: { outbox: 1 } })
    .limit(PAGE)
    .toArray();
  if (announcing.length === 0) return false;
  const outboxes: Outbox[] = [];
  let count = 0;
  for (const { _id, outbox = [] } of announcing) {
    if (count >= DELIVERIES_AT_ONCE) break;
    outboxes.push({ _id, outbox });
    count += outbox.reduce((sum, { hooks }) => sum + hooks.length, 0);
  }
  await addDeliveries(
    db,
    outboxes.flatMap(({ outbox }) => outbox),
  );
  await forget(db, outboxes);
  return announcing.length === PAGE || outboxes.length < announcing.length;
}

/** Adds deliveries. Those that exist stay unchanged. */
export async function addDeliveries(db: Db, announced: readonly StoredAnnouncement[]): Promise<void> {
  const kept = new Date();
  const deliveries = announced.flatMap((each) => deliveriesFrom(each, kept));
  for (let n = 0; n < deliveries.length; n += DELIVERIES_AT_ONCE) {
    const some: StoredDelivery[] = deliveries.slice(n, n + DELIVERIES_AT_ONCE);
    for (const outcome of await addEach(deliveriesOf(db), some)) if (outcome instanceof Error) throw outcome;
  }
}

/** Takes the events off their deals. A deal without any has no outbox. */
async function forget(db: Db, outboxes: readonly Outbox[]): Promise<void> {
  const ids = outboxes.map(({ _id }) => _id);
  const eventIds = outboxes.flatMap(({ outbox }) => outbox.map(({ event }) => event.id));
  const only = { 'outbox.1': { $exists: false }, 'outbox.event.id': { $in: eventIds } };
  await dealsOf(db).updateMany({ _id: { $in: ids }, ...only }, { $unset: { outbox: '' } }, operatorWrite);
  const several = outboxes.filter(({ outbox }) => outbox.length > 1).map(({ _id }) => _id);
  if (several.length === 0) return;
  const left = { $filter: { input: '$outbox', cond: { $not: { $in: ['$$this.event.id', eventIds] } } } };
  await dealsOf(db).updateMany(
    { _id: { $in: several }, outbox: { $exists: true } },
    [
      { $set: { outbox: left } },
      { $set: { outbox: { $cond: [{ $eq: ['$outbox', []] }, '$$REMOVE', '$outbox'] } } },
    ],
    operatorWrite,
  );
}

/** Resolves to the time of the first uncollected event for these hooks. */
export async function oldestAnnounced(
  db: Db,
  hookIds: readonly string[],
  now: Date,
): Promise<Date | undefined> {
  const announced = {
    outbox: { $exists: true },
    'outbox.event.at': { $lte: now },
    'outbox.hooks': { $in: hookIds },
  };
  const deals = dealsOf(db).find(announced, operatorRead).sort({ 'outbox.event.at': 1 }).limit(1);
  const [deal] = await deals.toArray();
  const times = (deal?.outbox ?? []).flatMap(({ event, hooks }) =>
    hooks.some((id) => hookIds.includes(id)) ? [event.at] : [],
  );
  return times.toSorted((a, b) => +a - +b)[0];
}
