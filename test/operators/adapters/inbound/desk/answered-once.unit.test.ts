import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { sha256 } from '../../../../../src/adapters/outbound/runtime/runtime.ts';
import { answeredOnce, ONCE } from '../../../../../src/operators/adapters/inbound/desk/answered-once.ts';
import type { DeskContext } from '../../../../../src/operators/adapters/inbound/desk/desk-state.ts';

const MEGABYTE = 1024 * 1024;

/** Somebody at the desk, who sends forms; each is answered with a page of so many megabytes. */
function atDesk() {
  const once = answeredOnce(sha256);
  let done = 0;
  async function send(token: string, megabytes = 0, text = ''): Promise<string> {
    const form = new URLSearchParams({ [ONCE]: token, text });
    const state = { form, session: { text: 'session' } };
    const answered = { url: '/leads/move', status: 404, body: '', response: { headers: {} }, set: () => {} };
    const ctx = { ...answered, state } as unknown as DeskContext;
    await once(ctx, () => {
      done += 1;
      ctx.body = `${done}`.padEnd((megabytes * MEGABYTE) / 2); // two bytes a character, at most
    });
    return String(ctx.body).trim();
  }
  return { send, done: () => done };
}

it('of many large answers the latest are kept, and no form is carried out twice', async () => {
  const { send, done } = atDesk();
  for (let n = 1; n <= 20; n += 1) expect(await send(`${n}`, 4)).toBe(`${n}`);
  const again = [];
  for (let n = 1; n <= 20; n += 1) again.push(await send(`${n}`, 4).catch(({ reason }) => reason));
  expect(again).toEqual([...Array(16).fill('made-before'), '17', '18', '19', '20']);
  expect(done()).toBe(20);
});

it('small answers stay, whatever large ones come after them; one that is too large alone is not kept', async () => {
  const { send } = atDesk();
  for (let n = 1; n <= 500; n += 1) await send(`${n}`);
  await send('large', 17);
  await expect(send('large', 17)).rejects.toMatchObject({ reason: 'made-before' });
  expect([await send('1'), await send('500')]).toEqual(['1', '500']);
});

it('of a form nothing is kept but that it came, however long it is', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { send, done } = atDesk();
  const inUse = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = inUse();
  const text = 'x'.repeat(MEGABYTE);
  for (let n = 1; n <= 40; n += 1) await send(`${n}`, 0, text);
  expect(inUse() - before).toBeLessThan(10 * MEGABYTE);
  expect([await send('1', 0, text), done()]).toEqual(['1', 40]);
});
