import type { Collection, Filter } from 'mongodb';
import {
  type Announcement,
  type Attempt,
  type AttemptQuery,
  type Deliveries,
  type Delivery,
  type DueDelivery,
  newestAttempts,
  type Progress,
  type Replayed,
  type Settled,
  type TakeOrder,
} from '#operators/application/events/ports/deliveries.ts';
import { type AnyEvent, isOfLead } from '#operators/domain/events/lead-event.ts';
import type { WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import { Coalescer } from '../../../../../adapters/outbound/mongodb/connection/coalescer.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { dealFrom, dealsOf, type StoredWork, withoutSent } from '../leads/stored-work.ts';
import { operatorRead, operatorWrite } from '../store/options.ts';
import { inSteps } from './delivery-steps.ts';
import { addDeliveries, collectOutboxes, oldestAnnounced } from './outbox.ts';
import { deliveriesOf, deliveryId, eventFrom, type StoredDelivery } from './stored-delivery.ts';

/**
 * Deliveries in a collection. Announcements wait in their deal until they are collected. Deliverers use the
 * serving connection, operators their own.
 */
export class MongoDeliveries implements Deliveries {
  readonly #connection: MongoConnection;
  readonly #operating: MongoConnection;
  /** Asks for the leads of tries that begin together. */
  readonly #deals: Coalescer<string, WorkedDeal | undefined>;

  constructor(serving: MongoConnection, operating: MongoConnection = serving) {
    this.#connection = serving;
    this.#operating = operating;
    this.#deals = new Coalescer(serving.batch('deals.told', dealsOf, findDeals), () => 500);
  }

  collect(): Promise<boolean> {
    return this.#connection.use(collectOutboxes);
  }

  add(announced: readonly Announcement<AnyEvent>[]): Promise<void> {
    return this.#connection.use((db) => addDeliveries(db, announced));
  }

  dueHooks(now: Date): Promise<readonly string[]> {
    const due = { hookId: { $gt: '' }, due: { $lte: now } }; // with a range of hooks, the index is skipped through
    return this.#connection.use((db) => deliveriesOf(db).distinct('hookId', due, operatorRead));
  }

  deal(leadId: string): Promise<WorkedDeal | undefined> {
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
      return taken.map(({ event, tries, triesBefore = 0 }) => ({
        hookId,
        event,
        tries: tries.length - triesBefore,
        lease,
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
      return newestAttempts(found, { failed, limit });
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
      const [[waiting], announced] = await Promise.all([
        deliveriesOf(db).find(due, operatorRead).sort({ due: 1 }).limit(1).toArray(),
        oldestAnnounced(db, hookIds, now),
      ]);
      return [announced, waiting?.due].flatMap((at) => at ?? []).sort((a, b) => +a - +b)[0];
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
  deals: Collection<StoredWork>,
  ids: readonly string[],
): Promise<(WorkedDeal | undefined)[]> {
  const found = deals.find(
    { _id: { $in: ids } },
    { ...operatorRead, ...withoutSent, batchSize: ids.length + 1 },
  );
  const byId = new Map((await found.toArray()).map((stored) => [stored._id, dealFrom(stored)]));
  return ids.map((id) => byId.get(id));
}
