import { type Db, MongoBulkWriteError } from 'mongodb';
import type {
  Attempt,
  AttemptQuery,
  Deliveries,
  Delivery,
  DueDelivery,
  Settled,
  TakeOrder,
  TestEvent,
  Try,
} from '../../../../application/ports/outbound/deliveries.ts';
import { isSuccess } from '../../../../domain/hook.ts';
import type { MongoConnection } from '../connection/connection.ts';
import { newest, operatorWrite } from '../connection/write-each.ts';
import { DEALS, dealFrom, dealsOf } from '../leads/stored-deal.ts';
import {
  deliveriesFrom,
  deliveriesOf,
  deliveryId,
  eventFrom,
  type StoredAnnouncement,
  type StoredDelivery,
  storedEvent,
} from './stored-delivery.ts';

/**
 * Deals whose events are collected at once. With five rounds a second, these are about 500 events a second and process: in
 * a burst the rest waits for some seconds, rather than that leads wait for their events.
 */
const PAGE = 125;

/** What is to be delivered, in a collection. What was announced waits in its deal until it is collected. */
export class MongoDeliveries implements Deliveries {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  /** First the deliveries, then the deals forget: in between, the same ids keep anything from coming twice. */
  async collect(): Promise<boolean> {
    await this.#connection.requireIndexes(DEALS, ['outbox']);
    return this.#connection.use(async (db) => {
      const announcing = await dealsOf(db)
        .find({ outbox: { $exists: true } }, { ...newest, projection: { outbox: 1 } })
        .limit(PAGE)
        .toArray();
      if (announcing.length === 0) return false;
      const kept = new Date();
      const outboxes = announcing.map(({ _id, outbox = [] }) => ({ _id, outbox }));
      await addEach(
        db,
        outboxes.flatMap(({ outbox }) => outbox.flatMap((each) => deliveriesFrom(each, kept))),
      );
      await forget(db, outboxes);
      return announcing.length === PAGE;
    });
  }

  add(hookId: string, event: TestEvent): Promise<void> {
    const announced = { event: storedEvent(event), hooks: [hookId] };
    return this.#connection.use((db) => addEach(db, deliveriesFrom(announced, event.at)));
  }

  take({ hookId, now, limit, leaseEnds, lease }: TakeOrder): Promise<readonly DueDelivery[]> {
    return this.#connection.use(async (db) => {
      const isDue = { hookId: { $eq: hookId }, due: { $lte: now } };
      const due = await deliveriesOf(db)
        .find(isDue, { ...newest, projection: { _id: 1 } })
        .sort({ due: 1 })
        .limit(limit)
        .toArray();
      if (due.length === 0) return [];
      const ids = due.map(({ _id }) => _id);
      await deliveriesOf(db).updateMany(
        { _id: { $in: ids }, due: { $lte: now } },
        { $set: { due: leaseEnds, lease } },
        operatorWrite,
      );
      const taken = await deliveriesOf(db)
        .find({ _id: { $in: ids }, lease }, newest)
        .toArray();
      const leadIds = taken.flatMap(({ event }) => event.leadId ?? []);
      const deals = await dealsOf(db)
        .find({ _id: { $in: leadIds } }, newest)
        .toArray();
      const byId = new Map(deals.map((stored) => [stored._id, dealFrom(stored)]));
      const order = new Map(ids.map((id, place) => [id, place]));
      taken.sort((a, b) => (order.get(a._id) ?? 0) - (order.get(b._id) ?? 0));
      return taken.map(({ event, tries, triesBefore = 0 }) => ({
        hookId,
        event: eventFrom(event),
        tries: tries.length - triesBefore,
        lease,
        deal: byId.get(event.leadId ?? ''),
      }));
    });
  }

  settle(settled: readonly Settled[]): Promise<void> {
    return this.#connection.use(async (db) => {
      await deliveriesOf(db).bulkWrite(
        settled.map(({ hookId, eventId, lease, tried, due }) => ({
          updateOne: {
            filter: { _id: deliveryId(hookId, eventId), lease },
            update: {
              $push: { tries: tried },
              $set: { tried: tried.at, ...(due && { due }) },
              $unset: { lease: '', ...(!due && { due: '' }) },
            },
          },
        })),
        { ordered: false, ...operatorWrite },
      );
    });
  }

  attempts({ hookId, failed, eventId, limit }: AttemptQuery): Promise<readonly Attempt[]> {
    return this.#connection.use(async (db) => {
      const ofEvent = eventId === undefined ? {} : { 'event.id': { $eq: eventId } };
      const failure = { $not: { $gte: 200, $lt: 300 } };
      const found = await deliveriesOf(db)
        .find(
          {
            hookId: { $eq: hookId },
            tried: { $exists: true },
            ...ofEvent,
            ...(failed && { tries: { $elemMatch: { status: failure } } }),
          },
          newest,
        )
        .sort({ tried: -1 })
        .limit(limit)
        .toArray();
      const all = found.flatMap(attemptsOf).filter(({ status }) => !failed || !isSuccess(status));
      return all.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, limit);
    });
  }

  ofLead(leadId: string, limit: number): Promise<readonly Delivery[]> {
    return this.#connection.use(async (db) => {
      const found = await deliveriesOf(db)
        .find({ 'event.leadId': { $eq: leadId } }, newest)
        .sort({ 'event.at': -1 })
        .limit(limit)
        .toArray();
      return found.flatMap(({ hookId, event: stored, tries, due }) => {
        const event = eventFrom(stored);
        return event.type === 'hook.test' ? [] : [{ hookId, event, tries: tries.map(tryFrom), due }];
      });
    });
  }

  replay(hookId: string, which: { eventId: string } | { since: Date }, now: Date): Promise<number> {
    return this.#connection.use(async (db) => {
      const wanted =
        'eventId' in which
          ? { _id: deliveryId(hookId, which.eventId) }
          : { 'event.at': { $gte: which.since } };
      const { matchedCount } = await deliveriesOf(db).updateMany(
        { hookId: { $eq: hookId }, ...wanted },
        [{ $set: { due: now, triesBefore: { $size: '$tries' } } }, { $unset: 'lease' }],
        operatorWrite,
      );
      return matchedCount;
    });
  }

  oldestDue(hookIds: readonly string[], now: Date): Promise<Date | undefined> {
    return this.#connection.use(async (db) => {
      const due = { hookId: { $in: hookIds }, due: { $lte: now } };
      const [oldest] = await deliveriesOf(db).find(due, newest).sort({ due: 1 }).limit(1).toArray();
      return oldest?.due;
    });
  }
}

/** Those that are there already stay as they are. */
async function addEach(db: Db, deliveries: StoredDelivery[]): Promise<void> {
  try {
    await deliveriesOf(db).insertMany(deliveries, { ordered: false, ...operatorWrite });
  } catch (error) {
    const failures = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
    if (failures.length === 0 || failures.some(({ code }) => code !== 11_000)) throw error;
  }
}

interface Outbox {
  readonly _id: string;
  readonly outbox: readonly StoredAnnouncement[];
}

/** Takes the events off their deals. Without any left, a deal has no outbox, as any other. */
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

const attemptsOf = ({ event, tries }: StoredDelivery): Attempt[] =>
  tries.map((tried) => ({
    eventId: event.id,
    type: event.type,
    leadId: event.leadId,
    ...tryFrom(tried),
  }));

const tryFrom = ({ at, status, duration, error, answer }: Try): Try => ({
  at,
  status,
  duration,
  error,
  answer,
});
