import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Acknowledged, Crowd, longestPause } from './parts/crowd.ts';
import { record, seconds } from './parts/figures.ts';
import { form, LIMIT } from './parts/form.ts';
import { ServerProcess } from './parts/server-process.ts';
import { keyOf, numberedLead, Vendor } from './parts/vendor.ts';
import type { Verdict } from './parts/verdict.ts';

describe('leads in a file', () => {
  let folder: string;
  let server: ServerProcess;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'leads-'));
  });
  afterEach(async () => {
    await server?.end('SIGKILL');
    unmount(folder);
    rmSync(folder, { recursive: true });
  });

  it('killing servers loses no acknowledged lead and duplicates none', {
    timeout: LIMIT,
  }, async (context) => {
    const DATA_FILE = join(folder, 'leads.db');
    server = await ServerProcess.start({ DATA_FILE });
    const crowd = new Crowd({ clients: 20, pause: 5, url: () => server.url });
    const kills = form.serverKills + form.primaryKills;
    for (let kill = 0; kill < kills; kill += 1) {
      await crowd.more(500);
      await sleep(Math.random() * 200); // anywhere in a commit
      await server.end('SIGKILL');
      await server.start();
    }
    while (crowd.acknowledged.length < form.acknowledged) await crowd.more(100);
    await crowd.end();

    const { acknowledged } = crowd;
    const verdict = verdictOn(DATA_FILE, acknowledged);
    record(context, 'Servers on a file killed by SIGKILL', kills, `≥ ${form.serverKills}`);
    record(context, 'Leads acknowledged', acknowledged.length, `≥ ${form.acknowledged.toLocaleString('en')}`);
    record(context, 'Acknowledged leads lost', verdict.lost, '0');
    record(context, 'Leads duplicated', verdict.doubled, '0');
    record(context, 'Longest time without an acknowledgement', seconds(longestPause(acknowledged)), '');
    expect(crowd.wrong).toEqual([]);
    expect(verdict).toEqual({ lost: 0, doubled: 0, orphaned: 0 });
    expect(crowd.failedTries).toBeGreaterThan(0); // the kills had an effect
  });

  /** Each begins a fault, and returns how to end it. */
  const faults: Record<string, (path: string) => () => void> = {
    'taken away': (path) => {
      renameSync(path, `${path}.away`);
      return () => renameSync(`${path}.away`, path);
    },
    'locked by another process': (path) => {
      const other = new DatabaseSync(path);
      other.exec('BEGIN IMMEDIATE');
      return () => other.close();
    },
    'on a full disk': () => {
      const filler = join(folder, 'filler');
      writeFileSync(filler, '');
      expect(() => writeFileSync(filler, Buffer.alloc(64 * 2 ** 20))).toThrow('ENOSPC');
      return () => rmSync(filler);
    },
  };

  it.for(Object.entries(faults))(
    '%s for 8 s: 503, while the process lives; given back, it serves again and has lost nothing',
    { timeout: LIMIT },
    async ([what, begin], context) => {
      if (what === 'on a full disk' && !mountSmallDisk(folder))
        context.skip('no right to mount a small disk');
      const DATA_FILE = join(folder, 'leads.db');
      server = await ServerProcess.start({ DATA_FILE });
      const crowd = new Crowd({ clients: 10, pause: 5, url: () => server.url });
      await crowd.more(200);
      const vendor = new Vendor(() => server.url);
      const { leadId = '' } = await vendor.submit(numberedLead(0), keyOf(0));

      const end = begin(DATA_FILE);
      const until = performance.now() + 8_000;
      await sleep(300); // what was under way is done
      let slowest = 0;
      for (let number = 1_000_000; performance.now() < until; number += 1) {
        const answered = vendor.submit(numberedLead(number), keyOf(number));
        const asked = performance.now();
        expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
        slowest = Math.max(slowest, performance.now() - asked);
        expect(await answered).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
        await sleep(50);
      }
      const status = (await vendor.status(leadId)).status;
      end();
      expect(status).toBe(what === 'taken away' ? 503 : 200); // what can be read is read
      await crowd.more(200);
      await crowd.end();
      vendor.close();
      record(context, `Leads in a file, ${what}: slowest /healthz meanwhile`, seconds(slowest), '');
      expect(crowd.wrong).toEqual([]);
      expect(verdictOn(DATA_FILE, crowd.acknowledged)).toEqual({ lost: 0, doubled: 0, orphaned: 0 });
    },
  );
});

/** Reads the file directly, without the service, and compares it with what clients were told. */
function verdictOn(path: string, acknowledged: readonly Acknowledged[]): Verdict {
  const database = new DatabaseSync(path);
  const deals = database.prepare(`SELECT id, deal ->> '$.externalId' AS number FROM deals`).all();
  const orphans = `SELECT count(*) AS count FROM deals WHERE contact_id NOT IN (SELECT id FROM contacts)`;
  const orphaned = Number(database.prepare(orphans).get()?.count);
  database.close();
  const numbers = new Map(deals.map(({ id, number }) => [id, number]));
  return {
    lost: acknowledged.filter(({ leadId, number }) => numbers.get(leadId) !== keyOf(number)).length,
    doubled: deals.length - new Set(deals.map(({ number }) => number)).size,
    orphaned,
  };
}

function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function unmount(folder: string): void {
  try {
    execFileSync('umount', [folder], { stdio: 'ignore' });
  } catch {
    // nothing is mounted there
  }
}
