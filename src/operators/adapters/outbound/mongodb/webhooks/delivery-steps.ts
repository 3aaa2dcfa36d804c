import { setTimeout as sleep } from 'node:timers/promises';
import type { Collection, Filter } from 'mongodb';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import type { Progress } from '../../../../application/events/ports/deliveries.ts';
import { operatorRead } from '../store/options.ts';
import { deliveriesOf, deliveryId, type StoredDelivery } from './stored-delivery.ts';

/** Deliveries that are written at once: few enough that a lead hardly waits for them. */
const STEP_SIZE = 250;

/**
 * Does the work on all deliveries of a hook that are `meant`, step by step, and rests after each as long as it took: half
 * of the time is the leads'. Resolves to how many.
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

/** Behind the id of every event. */
const LAST_ID = '\uffff';
