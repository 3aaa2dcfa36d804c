import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Crowd } from './parts/crowd.ts';
import { record } from './parts/figures.ts';
import { LIMIT } from './parts/form.ts';
import { lastRelease, type Release, thisRelease } from './parts/release.ts';
import { ServerProcess } from './parts/server-process.ts';
import { keyOf, numberedLead, Vendor } from './parts/vendor.ts';
import { readFileVerdict } from './parts/verdict.ts';

it('a file: the last release, this one, back, and again, under load: nothing is lost, and what is erased is gone', {
  timeout: LIMIT,
}, async (context) => {
  const now = await thisRelease();
  await using before = await lastRelease();
  if (!before) return context.skip('this clone does not have the commit of the last release');
  const folder = await mkdtemp(join(tmpdir(), 'leads-'));
  const path = join(folder, 'leads.db');
  const env = { DATA_FILE: path };
  const server = await ServerProcess.startProgram(env, before.program('server'));
  const vendor = new Vendor(() => server.url);
  const crowd = new Crowd({ clients: 8, pause: 50, url: () => server.url });
  try {
    /** Sends a customer, who is erased by one release while the server of another may run. */
    const send = async (name: string, number: number) => {
      const { status } = await vendor.submit(
        { ...numberedLead(number), email: `canary-${name}@example.com` },
        keyOf(number),
      );
      expect(status).toBe(200);
    };
    const erase = (release: Release, name: string) =>
      release.leads(['contact', 'erase', '--email', `canary-${name}@example.com`, '--yes'], env);

    await crowd.more(100);
    await send('one', 1_000_001);
    await now.leads(['upgrade'], env);
    await server.becomes(now.program('server'));
    await crowd.more(100);
    await erase(now, 'one');
    await send('two', 1_000_002);
    await send('three', 1_000_003);

    await server.becomes(before.program('server'));
    await crowd.more(100);
    await erase(before, 'two');
    await send('four', 1_000_004);

    await server.becomes(now.program('server'));
    await now.leads(['upgrade'], env);
    await crowd.more(100);
    await erase(now, 'three');
    await erase(now, 'four');
    await crowd.end();
    await server.end('SIGTERM');

    const { acknowledged } = crowd;
    const verdict = readFileVerdict(path, acknowledged);
    record(
      context,
      `A file: from ${before.version}, back, and again: acknowledged / lost / duplicated`,
      `${acknowledged.length} / ${verdict.lost} / ${verdict.doubled}`,
      '… / 0 / 0',
    );
    expect(crowd.wrong).toEqual([]);
    expect(verdict).toEqual({ lost: 0, doubled: 0, orphaned: 0 });
    expect(readFileSync(path, 'latin1')).not.toMatch(/canary/i);
    expect((await now.leads(['doctor'], env)).trim()).toContain('nothing is wrong');
  } finally {
    await crowd.end().catch(() => {});
    vendor.close();
    await server.end('SIGKILL');
    await rm(folder, { recursive: true });
  }
});
