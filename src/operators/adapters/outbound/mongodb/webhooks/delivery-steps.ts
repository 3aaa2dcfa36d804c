import { setTimeout as sleep } from 'node:timers/promises';
import type { Collection, Filter } from 'mongodb';
import type { Progress } from '#operators/application/events/ports/deliveries.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { operatorRead } from '../store/options.ts';
import { deliveriesOf, deliveryId, type StoredDelivery } from './stored-delivery.ts';

/** Deliveries written in one step: so few that a lead hardly waits. */
const STEP_SIZE = 250;

/**
 * Does `work` on all `meant` deliveries of a hook, step by step, and rests after each step for as long as it
 * took, so that leads have half of the time. Resolves to the number.
 */
export async function inSteps(
  connection: MongoConnection,
  hookId: string,
  meant: Filter<StoredDelivery>,
  progress: Progress = () => {},
  work: (deliveries: Collection<StoredDelivery>, ids: string[]) => Promise<unknown>,
): Promise<number> {
  let done = 0;
  for (let after = deliveryId(hookId, ''); ; ) {
    const began = performance.now();
    const last = await connection.use(async (db) => {
      const ofHook = { _id: { $gt: after, $lt: deliveryId(hookId, LAST_ID) } };
      const found = await deliveriesOf(db)
        .find({ $and: [ofHook, meant] }, { ...operatorRead, projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(STEP_SIZE)
        .toArray();
      const ids = found.map(({ _id }) => _id);
      if (ids.length > 0) await work(deliveriesOf(db), ids);
      done += ids.length;
      return ids.at(-1);
    });
    if (last === undefined) return done;
    progress(done);
    after = last;
    await sleep(performance.now() - began);
  }
}

/** An id that sorts after every event's. */
const LAST_ID = '\uffff';
