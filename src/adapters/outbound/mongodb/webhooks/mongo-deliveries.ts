import { type Collection, type Db, type Filter, MongoBulkWriteError } from 'mongodb';
import type {
  Announcement,
  Attempt,
  AttemptQuery,
  Deliveries,
  Delivery,
  DueDelivery,
  Progress,
  Replayed,
  Settled,
  TakeOrder,
} from '../../../../application/events/ports/deliveries.ts';
import { isSuccess } from '../../../../domain/events/hook.ts';
import { type AnyEvent, isOfLead } from '../../../../domain/events/lead-event.ts';
import type { Deal } from '../../../../domain/work/deal.ts';
import { Coalescer } from '../connection/coalescer.ts';
import type { MongoConnection } from '../connection/connection.ts';
import { operatorRead, operatorWrite } from '../connection/write-each.ts';
import { dealFrom, dealsOf, type StoredDeal } from '../leads/stored-deal.ts';
import { inSteps } from './delivery-steps.ts';
import {
  deliveriesFrom,
  deliveriesOf,
  deliveryId,
  eventFrom,
  type StoredAnnouncement,
  type StoredDelivery,
} from './stored-delivery.ts';

/**
 * Deals whose events are collected at once, and deliveries that they may become. With five rounds a second, these are
 * more than a process posts: in a burst the rest waits for some seconds, rather than that leads wait for their events.
 */
const PAGE = 200;
const DELIVERIES_AT_ONCE = 500;

/**
 * What is to be delivered, in a collection. What was announced waits in its deal until it is collected. Who delivers uses
 * the connection that serves, an operator theirs.
 */
export class MongoDeliveries implements Deliveries {
  readonly #connection: MongoConnection;
  readonly #operating: MongoConnection;
  /** Tries that begin together ask for their leads together. */
  readonly #deals: Coalescer<string, Deal | undefined>;

  constructor(serving: MongoConnection, operating: MongoConnection = serving) {
    this.#connection = serving;
    this.#operating = operating;
    this.#deals = new Coalescer(serving.batch('deals.told', dealsOf, findDeals), () => 500);
  }

  /** First the deliveries, then the deals forget: in between, the same ids keep anything from coming twice. */
  collect(): Promise<boolean> {
    return this.#connection.use(async (db) => {
      const announcing = await dealsOf(db)
        .find({ outbox: { $exists: true } }, { ...operatorRead, projection: { outbox: 1 } })
        .limit(PAGE)
        .toArray();
      if (announcing.length === 0) return false;
      const kept = new Date();
      const outboxes: Outbox[] = [];
      const deliveries: StoredDelivery[] = [];
      for (const { _id, outbox = [] } of announcing) {
        if (deliveries.length >= DELIVERIES_AT_ONCE) break;
        outboxes.push({ _id, outbox });
        deliveries.push(...outbox.flatMap((each) => deliveriesFrom(each, kept)));
      }
      await addEach(db, deliveries);
      await forget(db, outboxes);
      return announcing.length === PAGE || outboxes.length < announcing.length;
    });
  }

  add(announced: readonly Announcement<AnyEvent>[]): Promise<void> {
    const kept = new Date();
    const deliveries = announced.flatMap((each) => deliveriesFrom(each, kept));
    return this.#connection.use((db) => addEach(db, deliveries));
  }

  dueHooks(now: Date): Promise<readonly string[]> {
    const due = { hookId: { $gt: '' }, due: { $lte: now } }; // with its beginning, the index is skipped through
    return this.#connection.use((db) => deliveriesOf(db).distinct('hookId', due, operatorRead));
  }

  deal(leadId: string): Promise<Deal | undefined> {
    return this.#deals.ask(leadId);
  }

  take({ hookId, now, limit, leaseEnds, lease }: TakeOrder): Promise<readonly DueDelivery[]> {
    return this.#connection.use(async (db) => {
      const isDue = { hookId: { $eq: hookId }, due: { $lte: now } };
      const due = await deliveriesOf(db)
        .find(isDue, { ...operatorRead, projection: { _id: 1 } })
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
        .find({ _id: { $in: ids }, lease }, operatorRead)
        .toArray();
      const order = new Map(ids.map((id, place) => [id, place]));
      taken.sort((a, b) => (order.get(a._id) ?? 0) - (order.get(b._id) ?? 0));
      return taken.flatMap(({ event: stored, tries, triesBefore = 0 }) => {
        const event = eventFrom(stored);
        return event ? [{ hookId, event, tries: tries.length - triesBefore, lease }] : [];
      });
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
    return this.#operating.use(async (db) => {
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
          operatorRead,
        )
        .sort({ tried: -1 })
        .limit(limit)
        .toArray();
      const all = found.flatMap(attemptsOf).filter(({ status }) => !failed || !isSuccess(status));
      return all.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, limit);
    });
  }

  ofLead(leadId: string, limit: number): Promise<readonly Delivery[]> {
    return this.#operating.use(async (db) => {
      const found = await deliveriesOf(db)
        .find({ 'event.leadId': { $eq: leadId } }, operatorRead)
        .sort({ 'event.at': -1 })
        .limit(limit)
        .toArray();
      return found.flatMap(({ hookId, event: stored, tries, due }) => {
        const event = eventFrom(stored);
        if (!event || !isOfLead(event)) return [];
        return [{ hookId, event, tries, due }];
      });
    });
  }

  async replay(hookId: string, which: Replayed, now: Date, progress?: Progress): Promise<number> {
    const again = [{ $set: { due: now, triesBefore: { $size: '$tries' } } }, { $unset: 'lease' }];
    return inSteps(this.#operating, hookId, meant(hookId, which), progress, (deliveries, ids) =>
      deliveries.updateMany({ _id: { $in: ids } }, again, operatorWrite),
    );
  }

  oldestDue(hookIds: readonly string[], now: Date): Promise<Date | undefined> {
    return this.#connection.use(async (db) => {
      const due = { hookId: { $in: hookIds }, due: { $lte: now } };
      const announced = {
        outbox: { $exists: true },
        'outbox.event.at': { $lte: now },
        'outbox.hooks': { $in: hookIds },
      };
      const [[waiting], [announcing]] = await Promise.all([
        deliveriesOf(db).find(due, operatorRead).sort({ due: 1 }).limit(1).toArray(),
        dealsOf(db).find(announced, operatorRead).sort({ 'outbox.event.at': 1 }).limit(1).toArray(),
      ]);
      const uncollected = (announcing?.outbox ?? [])
        .filter(({ hooks }) => hooks.some((id) => hookIds.includes(id)))
        .map(({ event }) => event.at);
      return [...uncollected, ...(waiting?.due ? [waiting.due] : [])].sort((a, b) => +a - +b)[0];
    });
  }
}

function meant(hookId: string, which: Replayed): Filter<StoredDelivery> {
  if ('eventId' in which) return { _id: deliveryId(hookId, which.eventId) };
  if ('since' in which) return { 'event.at': { $gte: which.since } };
  return { $or: [{ due: { $exists: true } }, { $expr: { $not: [lastSucceeded] } }] };
}

const lastSucceeded = {
  $let: {
    vars: { last: { $last: '$tries' } },
    in: { $and: [{ $gte: ['$$last.status', 200] }, { $lt: ['$$last.status', 300] }] },
  },
};

async function findDeals(
  deals: Collection<StoredDeal>,
  ids: readonly string[],
): Promise<(Deal | undefined)[]> {
  const found = deals.find({ _id: { $in: ids } }, { ...operatorRead, batchSize: ids.length + 1 });
  const byId = new Map((await found.toArray()).map((stored) => [stored._id, dealFrom(stored)]));
  return ids.map((id) => byId.get(id));
}

/** Those that are there already stay as they are. */
async function addEach(db: Db, deliveries: readonly StoredDelivery[]): Promise<void> {
  for (let n = 0; n < deliveries.length; n += DELIVERIES_AT_ONCE)
    try {
      const some = deliveries.slice(n, n + DELIVERIES_AT_ONCE);
      await deliveriesOf(db).insertMany(some, { ordered: false, ...operatorWrite });
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
    leadId: isOfLead(event) ? event.leadId : undefined,
    ...tried,
  }));
