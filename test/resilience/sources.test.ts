import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mongodbStore } from '../../src/bootstrap/modules/mongodb.ts';
import { sqliteStore } from '../../src/bootstrap/modules/sqlite.ts';
import { tokens } from '../../src/bootstrap/tokens.ts';
import { SECRET, someSource } from '../support/sources.ts';
import { partsOf } from '../support/whole-store.ts';
import { form, LIMIT } from './parts/form.ts';
import { noMongod, startSet } from './parts/on-disk.ts';
import { ServerProcess } from './parts/server-process.ts';

/** Every third lacks a name: it is held. */
const adf = (n: number): string =>
  `<adf><prospect><id>${n}</id><customer><contact>${n % 3 === 0 ? '' : `<name>Customer ${n}</name>`}<email>c${n}@example.com</email></contact></customer></prospect></adf>`;

async function onFile() {
  const folder = mkdtempSync(join(tmpdir(), 'sources-'));
  const path = join(folder, 'leads.db');
  const end = async () => rmSync(folder, { recursive: true });
  return { env: { DATA_FILE: path }, open: async () => partsOf(await sqliteStore(path)), end };
}

async function onMongodb() {
  const set = await startSet([{}]);
  return {
    env: { MONGODB_URI: set.uri },
    open: async () => partsOf(await mongodbStore(set.uri)),
    end: () => set.stop(),
  };
}

it.each([['a file', onFile], ...(noMongod ? [] : ([['MongoDB', onMongodb]] as const))] as const)(
  'killing a server on %s under senders who try again loses none of what was answered, and doubles none',
  {
    timeout: LIMIT,
  },
  async (_name, store) => {
    const { env, open, end } = await store();
    {
      await using before = await open();
      await before.get(tokens.managedSources).addSource(someSource('adf'));
    }
    const server = await ServerProcess.start(env);
    const answered = new Map<number, { readonly leadId?: string; readonly held?: string }>();
    let [next, failed, isOver] = [1, 0, false];

    async function send(n: number): Promise<void> {
      for (;;) {
        try {
          const url = `${server.url}/in/src_adf?key=${SECRET}`;
          const answer = await fetch(url, {
            method: 'POST',
            headers: { 'content-type': 'text/xml' },
            body: adf(n),
          });
          const { body } = (await answer.json()) as { body: { leadId?: string; held?: string } };
          if (answer.status < 300) return void answered.set(n, body);
        } catch {}
        failed += 1;
        await sleep(20);
      }
    }
    const sender = async () => {
      while (!isOver) await send(next++);
    };
    const senders = Array.from({ length: 8 }, sender);
    for (let killed = 0; killed <= form.serverKills; killed += 1) {
      const enough = answered.size + 100;
      while (answered.size < enough) await sleep(10);
      await server.end('SIGKILL');
      await server.start();
    }
    isOver = true;
    await Promise.all(senders);
    await server.end('SIGKILL');

    const lost: number[] = [];
    let kept: readonly unknown[];
    {
      await using after = await open();
      const [leads, managed] = [after.get(tokens.leads), after.get(tokens.managedSources)];
      for (const [n, { leadId, held }] of answered)
        if (!(leadId ? await leads.lead(leadId) : held && (await managed.heldLead(held)))) lost.push(n);
      kept = await leads.deals({ limit: 1_000_000 });
    }
    await end();
    const ids = new Set([...answered.values()].flatMap(({ leadId }) => leadId ?? []));
    expect(failed, 'the kills had an effect').toBeGreaterThan(0);
    expect(lost).toEqual([]);
    expect(kept, 'one deal for each lead').toHaveLength(ids.size);
  },
);
