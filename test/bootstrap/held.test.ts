import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { jsonHere, leadsHere, serverHere } from '../support/in-process.ts';
import { freshDatabase, noMongodb } from '../support/mongodb.ts';
import { receiver } from '../support/receiver.ts';

const folder = mkdtempSync(join(tmpdir(), 'held-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileNamed = (name: string) => ({ DATA_FILE: join(folder, name) });

type Env = Readonly<Record<string, string>>;
const hook = { HOOK_KEY: 'k'.repeat(32), LOG_LEVEL: 'silent' };

/** A form without a name, posted to a server on this store. Resolves to the ids of source and held lead. */
async function hold(env: Env, body = 'email=eve%40example.com&phone=555+201+4477') {
  await leadsHere(['vendor', 'add', 'Acme'], env);
  const { source } = await jsonHere(['source', 'add', 'form', '--vendor', 'Acme'], env);
  await using server = await serverHere({ ...env, ...hook });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(`${server.url}/in/${source}`, { method: 'POST', headers, body });
  expect(answer.status).toBe(202);
  const { body: told } = (await answer.json()) as { body: { held: string } };
  return { source, held: told.held };
}
const heldIn = async (env: Env, ...sought: string[]): Promise<string[]> =>
  (await jsonHere(['held', 'list', ...sought], env)).held.map(({ held }: { held: string }) => held);
const erase = (env: Env) => leadsHere(['contact', 'erase', '--email', 'eve@example.com', '--yes'], env);

it('a backup keeps what is held, and a restore says what has to be erased and dropped again', async () => {
  const env = fileNamed('leads.db');
  const [first, second, third] = [
    await hold(env),
    await hold(env, 'phone=5550001111'),
    await hold(env, 'phone=5550002222'),
  ];
  const backup = join(folder, 'friday.db');
  await jsonHere(['backup', backup], env);
  expect((await erase(env)).code).toBe(0);
  await jsonHere(['held', 'drop', second.held], env);
  await jsonHere(['held', 'send', third.held, '--first-name', 'Ada'], env);
  expect(await heldIn(env)).toEqual([]);

  const { code, out, err } = await leadsHere(['restore', backup], env);
  expect([code, err]).toEqual([0, '']);
  const commands = [...out.matchAll(/leads (held drop \S+) {2}# held lead erased or dropped/g)].map(
    ([, each]) => each,
  );
  expect(commands.sort()).toEqual([first, second].map(({ held }) => `held drop ${held}`).sort());
  expect(await heldIn(env, '--phone', '(555) 201-4477')).toEqual([first.held]);
  expect((await leadsHere(['held', 'show', first.held], env)).out).toContain('email: eve@example.com');
  expect([(await erase(env)).code, await heldIn(env)]).toEqual([0, [second.held, third.held]]);
});

describe.skipIf(noMongodb)('what is held', () => {
  it.each([
    ['from a file to MongoDB', fileNamed('copied.db'), async () => ({ MONGODB_URI: await freshDatabase() })],
    ['from MongoDB to a file', undefined, async () => fileNamed('other.db')],
  ])('is copied %s with its source, and found and erased there', async (_name, given, fresh) => {
    const from: Env = given ?? { MONGODB_URI: await freshDatabase() };
    const to = await fresh();
    const { source, held } = await hold(from);
    await jsonHere(['copy', '--from', ...Object.values(from), '--to', ...Object.values(to)], {});
    expect((await jsonHere(['source', 'list'], to)).sources).toMatchObject([{ source }]);
    expect(await heldIn(to, '--email', 'EVE@example.com')).toEqual([held]);
    expect((await leadsHere(['contact', 'export', '--email', 'eve@example.com'], to)).out).toContain(held);
    expect([(await erase(to)).code, await heldIn(to), await heldIn(from)]).toEqual([0, [], [held]]);
  });

  it.each([
    ['a file', async () => fileNamed('told.db')],
    ['MongoDB', async () => ({ MONGODB_URI: await freshDatabase() })],
  ])('is told to the operators’ webhooks that ask for it: %s', async (_name, fresh) => {
    const env: Env = { ...(await fresh()), ...hook };
    const [asks, others] = [await receiver(), await receiver()];
    await jsonHere(['vendor', 'add', 'Acme'], env);
    await jsonHere(['hook', 'add', asks.url, '--operator', '--events', 'lead.held'], env);
    await jsonHere(['hook', 'add', others.url, '--operator'], env);
    await using _server = await serverHere(env);
    const { source, held } = await hold(env);
    await expect.poll(() => asks.got, { timeout: 10_000 }).toHaveLength(1);
    expect(asks.got).toMatchObject([
      { type: 'lead.held', data: { heldId: held, source, why: 'invalid-lead' } },
    ]);
    expect(JSON.stringify(asks.got)).not.toContain('eve@');
    expect(others.got).toEqual([]);
  });
});
