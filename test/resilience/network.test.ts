import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import type { ReplicaSet } from '../support/replica-set.ts';
import { Crowd } from './parts/crowd.ts';
import { record, seconds } from './parts/figures.ts';
import { noMongod, startSet } from './parts/on-disk.ts';
import { roughProxy } from './parts/rough-proxy.ts';
import { ServerProcess } from './parts/server-process.ts';
import { keyOf, numberedLead, Vendor } from './parts/vendor.ts';
import { readVerdict } from './parts/verdict.ts';

describe.skipIf(noMongod)('a bad network', () => {
  let set: ReplicaSet;
  let server: ServerProcess;
  let toDatabase: Awaited<ReturnType<typeof roughProxy>>;
  let toServer: Awaited<ReturnType<typeof roughProxy>>;
  const url = () => `http://127.0.0.1:${toServer.port}`;
  beforeEach(async () => {
    set = await startSet([{}]);
    toDatabase = await roughProxy((await set.primary()).port);
    server = await ServerProcess.start({
      MONGODB_URI: `mongodb://127.0.0.1:${toDatabase.port}/?directConnection=true`,
    });
    toServer = await roughProxy(Number(new URL(server.url).port));
  });
  afterEach(async () => {
    toServer?.close();
    toDatabase?.close();
    await server?.end('SIGKILL');
    await set?.stop();
  });

  /** Cuts again and again while 20 clients submit, and counts lost and duplicated leads. */
  async function cutUnderLoad(context: TestContext, cuts: string, cut: () => void): Promise<void> {
    const crowd = new Crowd({ clients: 20, pause: 5, url });
    for (let done = 0; done < 30; done += 1) {
      await crowd.more(20);
      await sleep(Math.random() * 40);
      cut();
    }
    await crowd.end();
    const verdict = await readVerdict(set.uri, crowd.acknowledged);
    const { lost, doubled } = verdict;
    record(context, `30 ${cuts}: failed attempts, all retried`, crowd.failedTries, '> 0');
    record(
      context,
      `30 ${cuts}: acknowledged / lost / duplicated`,
      [crowd.acknowledged.length, lost, doubled].join(' / '),
      '… / 0 / 0',
    );
    expect(crowd.wrong).toEqual([]);
    expect(crowd.failedTries).toBeGreaterThan(0);
    expect(verdict).toEqual({ lost: 0, doubled: 0, orphaned: 0 });
  }

  it('that cuts off vendors mid-request duplicates and loses nothing', (context) =>
    cutUnderLoad(context, 'cuts between vendors and server', () => toServer.cut()));

  it('that cuts off the server from the database duplicates and loses nothing', (context) =>
    cutUnderLoad(context, 'cuts between server and database', () => toDatabase.cut()));

  it('that ends the connections to the database in the orderly way duplicates and loses nothing', (context) =>
    cutUnderLoad(context, 'orderly ends between server and database', () => toDatabase.hangUp()));

  it('that delays bytes by 100 ms does not prevent answers', async () => {
    toDatabase.delayBy(100);
    toServer.delayBy(100);
    const vendor = new Vendor(url);
    const first = await vendor.submit(numberedLead(1), keyOf(1));
    expect(first.status).toBe(200);
    expect((await vendor.status(first.leadId ?? '')).leadStatus).toBe('In Progress');
    vendor.close();
  });

  it('that swallows everything causes a 503 within 6 s, and 200 again within 2 s of its recovery', async (context) => {
    const vendor = new Vendor(url);
    await vendor.submit(numberedLead(1), keyOf(1));
    toDatabase.blackhole(true);
    const began = performance.now();
    expect((await vendor.submit(numberedLead(2), keyOf(2))).status).toBe(503);
    const refused = performance.now() - began;
    await sleep(4_000);
    toDatabase.blackhole(false);
    const healed = performance.now();
    let again = await vendor.submit(numberedLead(2), keyOf(2));
    for (let tries = 0; again.status !== 200 && tries < 200; tries += 1) {
      await sleep(50);
      again = await vendor.submit(numberedLead(2), keyOf(2));
    }
    const well = performance.now() - healed;
    vendor.close();
    const leads = [{ number: 2, leadId: again.leadId ?? '', at: 0, took: 0 }];
    expect(await readVerdict(set.uri, leads)).toEqual({ lost: 0, doubled: 0, orphaned: 0 }); // also what was late
    record(context, 'Network swallows all database traffic: 503 after', seconds(refused), '≤ 6.0 s');
    record(context, 'Network recovers: 200 again after', seconds(well), '≤ 2.0 s');
    expect(refused).toBeLessThan(6_000);
    expect(well).toBeLessThan(2_000);
  });
});
