import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fileOfLeads } from '../../src/operators/adapters/outbound/sqlite/file-of-leads.ts';
import { SqliteManagedSources } from '../../src/operators/adapters/outbound/sqlite/sources/sqlite-managed-sources.ts';
import { SECRET, someSource } from '../support/sources.ts';
import { crmIn } from '../support/sqlite-file.ts';
import { form, LIMIT } from './parts/form.ts';
import { ServerProcess } from './parts/server-process.ts';

/** Every third lacks a name: it is held. */
const adf = (n: number): string =>
  `<adf><prospect><id>${n}</id><customer><contact>${n % 3 === 0 ? '' : `<name>Customer ${n}</name>`}<email>c${n}@example.com</email></contact></customer></prospect></adf>`;

it('killing a server under senders who try again loses none of what was answered, and doubles none', {
  timeout: LIMIT,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sources-'));
  const path = join(folder, 'leads.db');
  const before = fileOfLeads(path);
  await new SqliteManagedSources(before).addSource(someSource('adf'));
  await before.close();
  const server = await ServerProcess.start({ DATA_FILE: path });
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

  const file = fileOfLeads(path);
  const [crm, managed] = [crmIn(file), new SqliteManagedSources(file)];
  const lost: number[] = [];
  for (const [n, { leadId, held }] of answered)
    if (!(leadId ? await crm.statusOf(leadId) : held && (await managed.heldLead(held)))) lost.push(n);
  const kept = await file.read(
    (db) => db.one<{ count: number }>('SELECT count(*) AS count FROM deals')?.count,
  );
  const ids = new Set([...answered.values()].flatMap(({ leadId }) => leadId ?? []));
  await file.close();
  rmSync(folder, { recursive: true });
  expect(failed, 'the kills had an effect').toBeGreaterThan(0);
  expect(lost).toEqual([]);
  expect(kept, 'one deal for each lead').toBe(ids.size);
});
