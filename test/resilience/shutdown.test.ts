import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { ReplicaSet } from '../support/replica-set.ts';
import { record, seconds } from './parts/figures.ts';
import { form, LIMIT } from './parts/form.ts';
import { noMongod, startSet } from './parts/on-disk.ts';
import { ServerProcess } from './parts/server-process.ts';
import { keyOf, numberedLead, Vendor } from './parts/vendor.ts';

describe.skipIf(noMongod)('SIGTERM under load', () => {
  let set: ReplicaSet;
  let server: ServerProcess;
  afterEach(async () => {
    await server?.end('SIGKILL');
    await set?.stop();
  });

  it('drops no request, and exits with 0 within 10 s', { timeout: LIMIT }, async (context) => {
    set = await startSet([{}]);
    server = await ServerProcess.start({ MONGODB_URI: set.uri });
    const outcomes = { done: 0, elsewhere: 0, dropped: [] as string[] };
    let slowest = 0;
    let number = 0;
    for (let round = 0; round < form.terminations; round += 1) {
      let ended = false;
      const clients = Array.from({ length: 20 }, async () => {
        const vendor = new Vendor(() => server.url);
        while (!ended) {
          number += 1;
          const outcome = await vendor
            .submit(numberedLead(number), keyOf(number))
            .catch((error) => error.code);
          if (outcome === 'ECONNREFUSED') break; // not accepted, so not dropped
          if (outcome.status === 200) outcomes.done += 1;
          else if (outcome.status === 503) outcomes.elsewhere += 1;
          else outcomes.dropped.push(String(outcome.status ?? outcome));
        }
        vendor.close();
      });
      const before = outcomes.done;
      while (outcomes.done < before + 100) await sleep(20);
      const began = performance.now();
      expect(await server.end('SIGTERM')).toBe(0);
      slowest = Math.max(slowest, performance.now() - began);
      ended = true;
      await Promise.all(clients);
      await server.start();
    }
    record(
      context,
      `SIGTERM under load, ${form.terminations} times: answered / refused with 503 / dropped`,
      [outcomes.done, outcomes.elsewhere, outcomes.dropped.length].join(' / '),
      '… / … / 0',
    );
    record(context, 'SIGTERM to process exit, slowest', seconds(slowest), '≤ 10.0 s');
    expect(outcomes.dropped).toEqual([]);
    expect(slowest).toBeLessThan(10_000);
  });
});
