import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leads, startDeliverer, startDesk, startServer } from '../support/processes.ts';
import { receiver, sendLead } from '../support/receiver.ts';
import { openLink } from '../support/served-desk.ts';

/** Programs of their own beside a server, on one file. */

const folder = mkdtempSync(join(tmpdir(), 'leads-beside-'));
afterAll(() => rmSync(folder, { recursive: true }));

const env = {
  DATA_FILE: join(folder, 'leads.db'),
  ...{ HOOK_KEY: 'for tests alone: 32 characters or more', HOOK_ALLOW: '127.0.0.0/8' },
};
const json = async (...args: string[]) => {
  const { code, out, err } = await leads([...args, '--json'], env);
  expect([args, code, err]).toEqual([args, 0, '']);
  return JSON.parse(out);
};

/** Milliseconds until it is so. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<number> {
  const began = performance.now();
  while (!(await isSo())) await sleep(20);
  return performance.now() - began;
}

let server: Awaited<ReturnType<typeof startServer>>;
let [key, keyId] = ['', ''];
beforeAll(async () => {
  server = await startServer({ ...env, DESK_PORT: '', DELIVERIES: 'elsewhere' });
  await json('vendor', 'add', 'Acme');
  ({ key, keyId } = await json('key', 'issue', 'Acme'));
});
afterAll(() => server[Symbol.asyncDispose]());

const statusOf = async (leadId: string) => {
  const answer = await fetch(`${server.url}/v1/lead/${leadId}`, { headers: { 'x-api-key': key } });
  const { body } = (await answer.json()) as { body?: { status?: string } };
  return { code: answer.status, status: body?.status };
};

it('a lead that the server took is delivered by `deliver` within 3 seconds, and its move by the command line', async () => {
  await using deliverer = await startDeliverer(env);
  const receiving = await receiver();
  await json('hook', 'add', receiving.url, '--operator');
  await sleep(5_000); // a hook is known to every process by then
  const leadId = await sendLead(server.url, { email: 'ada@example.com' }, key);
  const told = (type: string) => () => receiving.got.some((event) => event.type === type);
  expect(await until(told('lead.received'))).toBeLessThan(3_000);
  await json('lead', 'move', leadId, 'Quoted');
  expect(await until(told('lead.status_changed'))).toBeLessThan(3_000);
  expect(await statusOf(leadId)).toEqual({ code: 200, status: 'Quoted' });
  expect(deliverer.process.exitCode).toBeNull();
});

it('a lead that is moved at `desk` is moved for the vendor at once', async () => {
  const leadId = await sendLead(server.url, { email: 'bo@example.com' }, key);
  await using desk = await startDesk({ ...env, DESK_PORT: '0' });
  const { out } = await leads(['desk', 'link', '--role', 'admin', '--by', 'grace'], {
    ...env,
    DESK_URL: desk.url,
  });
  const opened = await openLink(out.trim());
  const [cookie = ''] = /desk=[^;]+/.exec(opened.headers.getSetCookie().join()) ?? [];
  const moved = await fetch(new URL(`/leads/${leadId}/move`, desk.url), {
    method: 'POST',
    headers: { cookie, origin: new URL(desk.url).origin },
    body: new URLSearchParams({ move: 'Won' }),
    redirect: 'manual',
  });
  expect(moved.status).toBe(303);
  expect(await statusOf(leadId)).toEqual({ code: 200, status: 'Won' });
});

it('a revoked key is refused within 5 seconds', async () => {
  const leadId = await sendLead(server.url, { email: 'cy@example.com' }, key);
  expect((await statusOf(leadId)).code).toBe(200);
  await json('key', 'revoke', keyId);
  expect(await until(async () => (await statusOf(leadId)).code === 403)).toBeLessThan(5_000);
});
