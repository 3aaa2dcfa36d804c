import { afterAll, expect, it } from 'vitest';
import { MongoConnection } from '../../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import { MongoDeliveries } from '../../../../../src/operators/adapters/outbound/mongodb/webhooks/mongo-deliveries.ts';
import { MongoHooks } from '../../../../../src/operators/adapters/outbound/mongodb/webhooks/mongo-hooks.ts';
import {
  deliveriesOf,
  deliveryId,
} from '../../../../../src/operators/adapters/outbound/mongodb/webhooks/stored-delivery.ts';
import { openHook } from '../../../../../src/operators/domain/events/hook.ts';
import { connectTo } from '../../../../support/mongo-store.ts';
import { freshDatabase, noMongodb } from '../../../../support/mongodb.ts';

const uri = freshDatabase();
const serving = connectTo(uri);
const operating = MongoConnection.forOperator(uri);
afterAll(async () => {
  if (noMongodb) return;
  await serving.use((db) => db.dropDatabase());
  await Promise.all([serving.close(), operating.close()]);
});

const COUNT = 20_000;

it.skipIf(noMongodb)(
  'a hook with 20,000 deliveries is replayed and removed, in steps, and can be cut off and repeated',
  async () => {
    const [hooks, deliveries] = [
      new MongoHooks(serving, () => operating),
      new MongoDeliveries(serving, operating),
    ];
    const now = new Date();
    for (const id of ['hook_1', 'hook_2'])
      await hooks.add(openHook({ id, url: 'https://a.example/', vendorId: undefined, created: now }));
    const stored = (hookId: string, n: number) => {
      const lead = { leadId: `lead-${n}`, vendorId: 'ven_1', status: 'Won' } as const;
      const event = { id: `evt_${n}`, type: 'lead.received', at: now, ...lead } as const;
      const tries = [{ at: now, status: 200, duration: 9, error: undefined, answer: undefined }];
      return { _id: deliveryId(hookId, event.id), hookId, event, tries, tried: now, kept: now };
    };
    await serving.use((db) => deliveriesOf(db).insertOne(stored('hook_2', 0)));
    for (let n = 0; n < COUNT; n += 10_000) {
      const some = Array.from({ length: 10_000 }, (_, more) => stored('hook_1', n + more));
      await serving.use((db) => deliveriesOf(db).insertMany(some, { ordered: false }));
    }
    let steps = 0;
    const cutOff = (after: number) => () => {
      steps += 1;
      if (steps === after) throw new Error('cut off');
    };
    await expect(deliveries.replay('hook_1', { since: new Date(0) }, now, cutOff(20))).rejects.toThrow(
      'cut off',
    );
    expect(await deliveries.replay('hook_1', { since: new Date(0) }, now)).toBe(COUNT);
    steps = 0;
    await expect(hooks.remove('hook_1', cutOff(20))).rejects.toThrow('cut off');
    expect(await hooks.hooks()).toHaveLength(2);
    const done: number[] = [];
    await hooks.remove('hook_1', (count) => void done.push(count));
    expect(done.length).toBeGreaterThan(50);
    expect((await hooks.hooks()).map(({ id }) => id)).toEqual(['hook_2']);
    expect(await serving.use((db) => deliveriesOf(db).countDocuments())).toBe(1);
  },
  120_000,
);
