import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/adapters/outbound/sqlite/connection/database.ts';
import { jsonHere, leadsHere, serverHere } from '../support/in-process.ts';
import { freshDatabase, noMongodb } from '../support/mongodb.ts';

const folder = mkdtempSync(join(tmpdir(), 'as-it-came-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileNamed = (name: string) => ({ DATA_FILE: join(folder, name) });

type Env = Readonly<Record<string, string>>;

const adf = (email: string) =>
  `<adf><prospect><customer><contact><name>Ada</name><email>${email}</email></contact></customer></prospect></adf>`;

/** A server with a source on this store, to which each of these customers' leads is posted. */
async function receive(env: Env, ...emails: readonly string[]) {
  await leadsHere(['vendor', 'add', 'Acme'], env);
  const { source, secret } = await jsonHere(['source', 'add', 'adf', '--vendor', 'Acme'], env);
  await using server = await serverHere({ ...env, LOG_LEVEL: 'silent' });
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
  const ids: string[] = [];
  for (const email of emails) {
    const headers = { 'content-type': 'text/xml', 'x-api-key': secret };
    const answer = await fetch(`${server.url}/in/${source}`, { method: 'POST', headers, body: adf(email) });
    ids.push(((await answer.json()) as { body: { leadId: string } }).body.leadId);
  }
  return { source, ids };
}

const shown = (env: Env, leadId = '') => leadsHere(['lead', 'show', leadId, '--as-it-came'], env);

const stores: [string, () => Promise<Env>][] = [['a file', async () => fileNamed('leads.db')]];
if (!noMongodb) stores.push(['MongoDB', async () => ({ MONGODB_URI: await freshDatabase() })]);

describe.each(stores)('what a source sent, in %s', (_name, fresh) => {
  it('is shown, in the customer’s file, erased with the customer, and removed when its days are over', async () => {
    const env = await fresh();
    const { source, ids } = await receive(env, 'ada@example.com', 'bob@example.com');
    expect((await shown(env, ids[0])).out).toBe(`${adf('ada@example.com')}\n`);
    const { leads } = await jsonHere(['contact', 'export', '--email', 'ada@example.com'], env);
    expect(leads).toMatchObject([
      { asItCame: { source, declared: 'text/xml', text: adf('ada@example.com') } },
    ]);
    expect((await jsonHere(['source', 'read-again', source], env)).looked).toBe(2);

    expect((await leadsHere(['contact', 'erase', '--email', 'ada@example.com', '--yes'], env)).code).toBe(0);
    const gone = [1, '', expect.stringMatching(/^What was sent is not kept: /)];
    const told = async (leadId?: string) => Object.values(await shown(env, leadId));
    expect(await told(ids[0])).toEqual(gone);
    expect((await shown(env, ids[1])).code).toBe(0);

    const short = { ...env, SOURCE_KEEP_DAYS: '0', LOG_LEVEL: 'silent' };
    expect((await shown(short, ids[1])).code).toBe(1);
    await using _server = await serverHere(short);
    await expect.poll(() => told(ids[1])).toEqual(gone);
  });
});

it('a backup has what came, and a restore says which sources to open, rotate or remove again', async () => {
  const env = fileNamed('restored.db');
  const { source, ids } = await receive(env, 'ada@example.com');
  const { source: rotated } = await jsonHere(['source', 'add', 'google', '--vendor', 'Acme'], env);
  const backup = join(folder, 'friday.db');
  await jsonHere(['backup', backup], env);
  await leadsHere(['source', 'remove', source], env);
  await leadsHere(['source', 'rotate', rotated], env);
  await jsonHere(['source', 'add', 'form', '--vendor', 'Acme'], env);
  const { out } = await leadsHere(['restore', backup], env);
  for (const command of [
    `leads source remove ${source}  # source of Acme removed`,
    `leads source rotate ${rotated}  # secret of a source of Acme replaced: its sender needs another one`,
    'leads source add form --vendor "Acme"  # source of Acme opened: its sender needs another address',
  ])
    expect(out).toContain(command);
  expect((await shown(env, ids[0])).out).toBe(`${adf('ada@example.com')}\n`);
});

it('a file of 0.4.0 keeps it from now on, and 0.4.0 erases it, too', async () => {
  const env = fileNamed('older.db');
  await receive(env);
  const older = new Database(env.DATA_FILE, 'rw');
  older.execute(
    'DROP TRIGGER as_it_came_erased; DROP TRIGGER as_it_came_removed; DROP TABLE as_it_came; DROP INDEX held_apart',
  );
  older.close();
  const { ids } = await receive(env, 'ada@example.com', 'bob@example.com');
  expect((await shown(env, ids[0])).code).toBe(0);
  const back = new Database(env.DATA_FILE, 'rw');
  back.run('UPDATE deals SET erased = 1 WHERE id = ?', [ids[0] ?? '']);
  back.run('DELETE FROM deals WHERE id = ?', [ids[1] ?? '']);
  expect(back.all('SELECT id FROM as_it_came')).toEqual([]);
  back.close();
});
