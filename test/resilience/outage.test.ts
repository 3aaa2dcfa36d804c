import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { ReplicaSet } from '../support/replica-set.ts';
import { record, seconds } from './parts/figures.ts';
import { noMongod, startSet } from './parts/on-disk.ts';
import { ServerProcess } from './parts/server-process.ts';
import { keyOf, numberedLead, Vendor } from './parts/vendor.ts';

describe.skipIf(noMongod)('MongoDB down and back', () => {
  let set: ReplicaSet;
  let server: ServerProcess;
  afterEach(async () => {
    await server?.end('SIGKILL');
    await set?.stop();
  });

  it.for([
    [
      'killed',
      (s: ReplicaSet) => s.nodes.map((node) => node.kill()),
      (s: ReplicaSet) => s.nodes.map((node) => node.start()),
    ],
    [
      'silent',
      (s: ReplicaSet) => s.nodes.map((node) => node.pause()),
      (s: ReplicaSet) => s.nodes.map((node) => node.resume()),
    ],
  ] as const)(
    '%s: 503 within 6 s, 200 again within 2 s of its return',
    async ([how, takeAway, giveBack], context) => {
      set = await startSet([{}, {}, {}]);
      server = await ServerProcess.start({ MONGODB_URI: set.uri });
      const vendor = new Vendor(() => server.url, { connections: 10 });
      const { leadId = '' } = await vendor.submit(numberedLead(1), keyOf(1));

      await Promise.all(takeAway(set));
      const slowest = { post: 0, get: 0 };
      const timed = async (what: 'post' | 'get', send: () => ReturnType<Vendor['status']>) => {
        const began = performance.now();
        expect(await send()).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
        slowest[what] = Math.max(slowest[what], performance.now() - began);
      };
      for (let round = 0; round < 2; round += 1) {
        const number = 2 + round;
        await Promise.all([
          timed('post', () => vendor.submit(numberedLead(number), keyOf(number))),
          timed('get', () => vendor.status(leadId)),
        ]);
      }

      await Promise.all(giveBack(set));
      await set.primary();
      const back = performance.now();
      let tries = 0;
      while ((await vendor.submit(numberedLead(2), keyOf(2))).status !== 200) {
        tries += 1;
        if (tries > 200) throw new Error('never well again');
        await sleep(50);
      }
      const well = performance.now() - back;
      vendor.close();
      record(
        context,
        `MongoDB ${how}: slowest 503 to a POST / a GET`,
        `${seconds(slowest.post)} / ${seconds(slowest.get)}`,
        '≤ 6.0 s',
      );
      record(context, `MongoDB ${how}: 200 again after its return`, seconds(well), '≤ 2.0 s');
      expect(Math.max(slowest.post, slowest.get)).toBeLessThan(6_000);
      expect(well).toBeLessThan(2_000);
    },
  );
});
