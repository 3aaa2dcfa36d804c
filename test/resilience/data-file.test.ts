import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileOfLeads } from '../../src/operators/adapters/outbound/sqlite/file-of-leads.ts';
import { leadsHere } from '../support/in-process.ts';
import { Crowd, longestPause } from './parts/crowd.ts';
import { record, seconds } from './parts/figures.ts';
import { form, LIMIT } from './parts/form.ts';
import { ServerProcess } from './parts/server-process.ts';
import { lockedBySomebody, onDisk, troubles, withoutPrivilege } from './parts/trouble.ts';
import { type Answered, keyOf, numberedLead, Vendor } from './parts/vendor.ts';
import { countAloneInFile, readFileVerdict } from './parts/verdict.ts';

let folder: string;
let path: string;
let server: ServerProcess;
const vendor = new Vendor(() => server.url, { connections: 4 });
const submit = (number: number): Promise<Answered> => vendor.submit(numberedLead(number), keyOf(number));
const unavailable = { status: 503, headers: { 'retry-after': '2' } };
const settings = () => ({ DATA_FILE: path });

/** How often the erased customer is in the file and its log. */
async function erasedBytes(): Promise<number> {
  const whole = await Promise.all(
    [path, `${path}-wal`].map((name) => readFile(name, 'latin1').catch(() => '')),
  );
  return whole.join().split('zqerased').length - 1;
}

function freshFolder(): void {
  folder = mkdtempSync(join(tmpdir(), 'leads-'));
  path = join(folder, 'leads.db');
}
async function end(): Promise<void> {
  await server?.end('SIGKILL');
  rmSync(folder, { recursive: true });
}
afterAll(() => vendor.close());

describe('killing a server with its file while 20 clients send and retry', () => {
  beforeEach(freshFolder);
  afterEach(end);

  it('loses no acknowledged lead and duplicates none, nor what an erasure owes', {
    timeout: LIMIT,
  }, async (context) => {
    server = await ServerProcess.start(settings());
    await vendor.submit({ ...numberedLead(0), email: 'zqerased@example.com' }, 'erased');
    const reader = new DatabaseSync(path); // as Litestream, it keeps the erased bytes in the file
    reader.exec('BEGIN; SELECT count(*) FROM deals');
    await leadsHere(['contact', 'erase', '--email', 'zqerased@example.com', '--yes'], settings());
    expect(await erasedBytes()).toBeGreaterThan(0);
    const crowd = new Crowd({ clients: 20, pause: 15, url: () => server.url });
    const kills = form.serverKills + 1;
    let alone = 0;
    for (let killed = 0; killed < kills; killed += 1) {
      await crowd.more(300);
      await sleep(Math.random() * 100); // anywhere in a commit
      await server.end('SIGKILL');
      alone += countAloneInFile(path);
      await server.start();
    }
    await crowd.more(300);
    await crowd.end();

    const { acknowledged } = crowd;
    const verdict = readFileVerdict(path, acknowledged);
    const pause = longestPause(acknowledged);
    record(context, 'A file: servers killed by SIGKILL', kills, '');
    record(
      context,
      'A file: acknowledged / lost / duplicated',
      `${acknowledged.length} / ${verdict.lost} / ${verdict.doubled}`,
      '… / 0 / 0',
    );
    record(context, 'A file: contacts that a kill left without a lead', alone, '0');
    record(context, 'A file: longest time without an acknowledgement', seconds(pause), '');
    expect(crowd.wrong).toEqual([]);
    expect({ ...verdict, alone }).toEqual({ lost: 0, doubled: 0, orphaned: 0, alone: 0 });
    expect(crowd.failedTries).toBeGreaterThan(0); // the kills had an effect

    expect(await erasedBytes()).toBeGreaterThan(0);
    reader.close();
    await server.end('SIGKILL');
    await server.start();
    await expect.poll(erasedBytes, { timeout: 10_000 }).toBe(0);
    expect(readFileVerdict(path, acknowledged)).toEqual({ lost: 0, doubled: 0, orphaned: 0 });
  });
});

describe('a file of leads, in trouble under a server', () => {
  const kept: { number: number; leadId: string }[] = [];
  let number = 0;
  async function keep(its: number): Promise<void> {
    const { leadId } = await submit(its);
    if (!leadId) throw new Error('the server is not well yet');
    kept.push({ number: its, leadId });
  }

  beforeAll(async () => {
    freshFolder();
    mkdirSync(join(folder, 'another'));
    const another = fileOfLeads(join(folder, 'another', 'leads.db'));
    await another.write(() => {});
    await another.close();
    server = await ServerProcess.startThrough(withoutPrivilege(), settings());
    await keep(0);
    const db = new DatabaseSync(path);
    await backup(db, `${path}.before`);
    db.close();
  });
  afterAll(end);

  it.for(Object.entries(troubles))(
    '%s: 503 until it is given back, and nothing is lost',
    async ([what, trouble]) => {
      for (let n = 0; n < 5; n += 1) {
        number += 1;
        await keep(number);
      }
      const wasThere = existsSync(path);
      const giveBack = await trouble(path, server);
      const isThere = existsSync(path);
      number += 1;
      const answers = await Promise.all([
        submit(number),
        ...kept.flatMap((lead) => [vendor.status(lead.leadId), submit(lead.number)]),
      ]);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused, what).toEqual(refused.map(() => expect.objectContaining({ status: 503 })));
      expect(refused[0]).toMatchObject(unavailable);
      expect(wasThere && existsSync(path)).toBe(isThere); // no new one in its place

      giveBack();
      number += 1;
      await expect.poll(async () => (await submit(number)).status, { timeout: 2_000 }).toBe(200);
      await keep(number);
      const verdict = readFileVerdict(
        path,
        kept.map((lead) => ({ ...lead, at: 0, took: 0 })),
      );
      expect(verdict).toEqual({ lost: 0, doubled: 0, orphaned: 0 });
      for (const { leadId } of kept) expect(await vendor.status(leadId)).toMatchObject({ status: 200 });
    },
  );

  it('locked by another process for 8 s: leads wait or get 503, the rest is answered meanwhile', async (context) => {
    number += 1;
    const unlocked = await lockedBySomebody(path, 8_000);
    const began = performance.now();
    let slowest = 0;
    const answer = submit(number);
    const isUnsettled = answer.then(() => false);
    while (await Promise.race([isUnsettled, sleep(100, true)])) {
      const asked = performance.now();
      const health = await fetch(new URL('/healthz', server.url));
      expect(health.status).toBe(200);
      expect(await vendor.status(kept[0]?.leadId ?? '')).toMatchObject({ status: 200 });
      slowest = Math.max(slowest, performance.now() - asked);
    }
    expect(await answer).toMatchObject(unavailable);
    const waited = performance.now() - began;
    await unlocked();
    await expect.poll(async () => (await submit(number)).status, { timeout: 2_000 }).toBe(200);
    record(context, 'A file locked by another process: 503 after', seconds(waited), '≤ 6.0 s');
    record(context, 'Slowest answers to health check and GET meanwhile', seconds(slowest), '');
    expect(waited).toBeLessThan(6_000);
  });
});

describe('a disk that is full', () => {
  beforeEach(freshFolder);
  afterEach(end);

  it('503 until there is room, and nothing is lost', async (context) => {
    server = await ServerProcess.startThrough(onDisk(folder, '8m'), settings()).catch((error) =>
      context.skip(`${error}`),
    );
    const disk = `/proc/${server.pid}/root${folder}`;
    const filler = join(disk, 'filler');
    const { status, leadId = '' } = await submit(1);
    expect(status).toBe(200);
    for (let bytes = 2 ** 20; bytes > 1_000; bytes /= 2) fill(`${filler}`, bytes);
    let number = 1;
    let answer: Answered;
    do {
      number += 1;
      answer = await submit(number);
    } while (answer.status === 200);
    expect(answer).toMatchObject(unavailable);
    expect(await vendor.status(leadId)).toMatchObject({ status: 200 });

    rmSync(filler);
    await expect.poll(async () => (await submit(number)).status, { timeout: 2_000 }).toBe(200);
    const again = await Promise.all(Array.from({ length: number }, (_, n) => submit(n + 1)));
    expect(again.map(({ status }) => status)).toEqual(again.map(() => 200));
    expect(new Set(again.map((each) => each.leadId)).size).toBe(number);
  });
});

/** As far as there is room. */
function fill(name: string, bytes: number): void {
  try {
    while (true) writeFileSync(name, Buffer.alloc(bytes), { flag: 'a' });
  } catch {
    statSync(name);
  }
}
