import { clock, newRequestId } from '../../../src/adapters/outbound/runtime/runtime.ts';
import { MongoDeliveries } from '../../../src/operators/adapters/outbound/mongodb/webhooks/mongo-deliveries.ts';
import { MongoHooks } from '../../../src/operators/adapters/outbound/mongodb/webhooks/mongo-hooks.ts';
import { makeSecretOf } from '../../../src/operators/adapters/outbound/webhooks/hook-secrets.ts';
import { parseNetwork } from '../../../src/operators/adapters/outbound/webhooks/network.ts';
import { makePostEvent } from '../../../src/operators/adapters/outbound/webhooks/post-event.ts';
import { EventDelivery } from '../../../src/operators/application/events/deliver-events.ts';
import type { TakeOrder } from '../../../src/operators/application/events/ports/deliveries.ts';
import { connectTo } from '../../support/mongo-store.ts';

/** Counts an event as delivered as soon as it is taken: the harness must be able to see what that loses. */
class HastyDeliveries extends MongoDeliveries {
  override async take(order: TakeOrder) {
    const taken = await super.take(order);
    const tried = { at: new Date(), status: 200, duration: 0, error: undefined, answer: undefined };
    const done = taken.map(({ hookId, event, lease }) => ({
      hookId,
      eventId: event.id,
      lease,
      tried,
      due: undefined,
    }));
    if (done.length > 0) await super.settle(done);
    return taken;
  }
}

const connection = connectTo(process.env.MONGODB_URI ?? '');
const hooks = new MongoHooks(connection);
const policy = { httpsOnly: false, allow: [parseNetwork('127.0.0.0/8')] };
const delivery = new EventDelivery({
  hooks,
  knownHooks: () => hooks.hooks(),
  deliveries: new HastyDeliveries(connection),
  post: makePostEvent({ policy, version: 'hasty' }),
  secretOf: makeSecretOf(),
  clock,
  random: Math.random,
  newLease: newRequestId,
  warn() {},
});
console.log('http://127.0.0.1:0'); // nothing listens; the harness waits for an address
const { signal } = new AbortController();
for (;;) {
  await delivery.round(signal);
  await delivery.settled();
  await new Promise((resolve) => setTimeout(resolve, 50));
}
