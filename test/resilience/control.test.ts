import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { ReplicaSet } from '../support/replica-set.ts';
import { Crowd } from './parts/crowd.ts';
import { record } from './parts/figures.ts';
import { noMongod, startSet } from './parts/on-disk.ts';
import { ServerProcess } from './parts/server-process.ts';
import { readVerdict, type Verdict } from './parts/verdict.ts';

/** Otherwise a secondary is sent entries that it has not asked for yet. */
const args = ['--setParameter', 'oplogFetcherUsesExhaust=false'];

/** The first test shows that this harness can see a loss; without it, the second would prove nothing. */
describe.skipIf(noMongod)('a primary killed while its secondaries lag', () => {
  let set: ReplicaSet;
  let server: ServerProcess;
  afterEach(async () => {
    await server?.end('SIGKILL');
    await set?.stop();
  });

  async function lostWith(entry: 'service' | 'weak'): Promise<Verdict> {
    set = await startSet([{ args }, { args }, { args }]);
    server = await ServerProcess.start({ MONGODB_URI: set.uri }, entry);
    const crowd = new Crowd({ clients: 20, pause: 15, url: () => server.url });
    await crowd.more(200);
    await set.inStep(); // a majority read waits for indexes that no majority has yet
    const primary = await set.primary();
    const secondaries = set.nodes.filter((node) => node !== primary);
    for (const node of secondaries) node.pause();
    await sleep(1_000);
    await primary.kill();
    for (const node of secondaries) node.resume();
    await crowd.more(200);
    await crowd.end();
    expect(crowd.acknowledged.length).toBeGreaterThan(400);
    return readVerdict(set.uri, crowd.acknowledged);
  }

  it('loses leads that only one node acknowledged: the harness can see losses', async (context) => {
    const { lost } = await lostWith('weak');
    record(context, 'Negative control, `w: 1`: acknowledged leads lost', lost, '> 0');
    expect(lost).toBeGreaterThan(0);
  });

  it('loses none with the settings of the service', async (context) => {
    const verdict = await lostWith('service');
    record(context, 'The same with the settings of the service: lost', verdict.lost, '0');
    expect(verdict).toEqual({ lost: 0, doubled: 0, orphaned: 0 });
  });
});
