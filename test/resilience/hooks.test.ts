import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { MongoHooks } from '../../src/operators/adapters/outbound/mongodb/webhooks/mongo-hooks.ts';
import { openHook } from '../../src/operators/domain/events/hook.ts';
import { leadReceived } from '../../src/operators/domain/events/lead-event.ts';
import { dealOf } from '../../suites/samples.ts';
import { addDeal } from '../support/added-leads.ts';
import { connectTo, crmFor } from '../support/mongo-store.ts';
import type { ReplicaSet } from '../support/replica-set.ts';
import { record, seconds } from './parts/figures.ts';
import { form, LIMIT } from './parts/form.ts';
import { noMongod, startSet } from './parts/on-disk.ts';
import { ServerProcess } from './parts/server-process.ts';

describe.skipIf(noMongod)(
  'killing the deliverer of webhooks while a receiver fails a third of the time',
  () => {
    let set: ReplicaSet;
    let deliverer: ServerProcess;
    let receiver: Server;
    afterEach(async () => {
      await deliverer?.end('SIGKILL');
      receiver?.close();
      await set?.stop();
    });

    /** Accepts events, but not a third of those that come for the first or second time. */
    async function startReceiver() {
      const accepted = new Map<string, number>();
      const tries = new Map<string, number>();
      receiver = createServer(async (request, response) => {
        for await (const _ of request);
        const id = String(request.headers['webhook-id']);
        const tried = (tries.get(id) ?? 0) + 1;
        tries.set(id, tried);
        if (tried < 3 && Math.random() < 1 / 3) return response.writeHead(500).end();
        accepted.set(id, (accepted.get(id) ?? 0) + 1);
        return response.writeHead(204).end();
      });
      receiver.listen(0, '127.0.0.1');
      await once(receiver, 'listening');
      return { accepted, tries, url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` };
    }

    /** `patience`: milliseconds to wait for events that are missing: three tries and a lease take less than 90 s. */
    async function outcomeOf(entry: 'service' | 'hasty', patience: number) {
      const { events, delivererKills: kills } = form;
      set = await startSet([{}]);
      const { accepted, tries, url } = await startReceiver();
      const connection = connectTo(set.uri);
      const crm = crmFor(connection);
      const hook = openHook({ id: 'hook_1', url, vendorId: undefined, created: new Date() });
      await new MongoHooks(connection).add(hook);
      deliverer = await ServerProcess.start({ MONGODB_URI: set.uri }, entry);
      const ids = new Set<string>();
      const announce = async (): Promise<void> => {
        const deal = dealOf({}, { contactId: 'contact-1', receivedAt: new Date() });
        const event = leadReceived(deal);
        ids.add(event.id);
        await addDeal(crm, deal, { announced: [{ event, hooks: [hook.id] }] });
      };
      const began = performance.now();
      for (let kill = 0; kill < kills; kill += 1) {
        await Promise.all(Array.from({ length: Math.ceil(events / kills) }, announce));
        await sleep(100 + Math.random() * 900); // anywhere in a delivery
        await deliverer.end('SIGKILL');
        await deliverer.start();
      }
      const until = performance.now() + patience;
      const missing = () => [...ids].filter((id) => !accepted.has(id)).length;
      while (missing() > 0 && performance.now() < until) await sleep(250);
      await sleep(1_000);
      await connection.close();
      const foreign = [...accepted.keys()].filter((id) => !ids.has(id)).length;
      const twice = [...accepted.values()].filter((count) => count > 1).length;
      const failed = [...tries.values()].reduce((sum, count) => sum + count, 0);
      return {
        events: ids.size,
        lost: missing(),
        foreign,
        twice,
        tries: failed,
        took: performance.now() - began,
      };
    }

    it('loses events that are counted as delivered too early: the harness can see losses', {
      timeout: LIMIT,
    }, async (context) => {
      const { lost } = await outcomeOf('hasty', 5_000);
      record(context, 'Negative control, events settled before they are posted: lost', lost, '> 0');
      expect(lost).toBeGreaterThan(0);
    });

    it('loses none of the service’s events, and repeats some under the same id', {
      timeout: LIMIT,
    }, async (context) => {
      const { events, lost, foreign, twice, tries, took } = await outcomeOf('service', 90_000);
      record(
        context,
        'Deliverers of webhooks killed by SIGKILL',
        form.delivererKills,
        `≥ ${form.delivererKills}`,
      );
      record(
        context,
        'Events: announced / tries',
        `${events.toLocaleString('en')} / ${tries.toLocaleString('en')}`,
        `≥ ${form.events.toLocaleString('en')} / …`,
      );
      record(
        context,
        'Events: lost / accepted under another id / accepted twice',
        `${lost} / ${foreign} / ${twice}`,
        '0 / 0 / …',
      );
      record(context, 'Events: until the last was accepted', seconds(took), '');
      expect({ lost, foreign }).toEqual({ lost: 0, foreign: 0 });
      expect(tries).toBeGreaterThan(events * 1.3);
    });
  },
);
