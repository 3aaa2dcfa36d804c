import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { validLead } from '../support/http-target.ts';
import { emptyDatabase, noMongodb } from '../support/mongodb.ts';
import { noMongod, startMongod } from '../support/own-mongod.ts';
import { leads, run, startDeliverer, startServer } from '../support/processes.ts';
import { openLink } from '../support/served-desk.ts';

interface Event {
  readonly id: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Remembers what it got; answers with `status` as it is then, after as long as it takes. With a `secret`, it verifies. */
async function receiver() {
  const got: Event[] = [];
  const state = { status: 204, got, url: '', secret: '', takes: async () => {} };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { type, data } = JSON.parse(body);
    if (state.secret) new Webhook(state.secret).verify(body, request.headers as Record<string, string>);
    got.push({ id: String(request.headers['webhook-id']), type, data });
    await state.takes();
    response.writeHead(state.status).end('sorry');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return state;
}

const send = async (url: string, given: object = {}, key = 'sesame'): Promise<string> => {
  const answer = await fetch(`${url}/v1/lead`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ ...validLead, ...given }),
  });
  return ((await answer.json()) as { body: { leadId: string } }).body.leadId;
};

it('somebody who only tries the service out, in memory, adds a webhook at the desk and hears of a lead that walks', async () => {
  const own = await receiver();
  await using server = await startServer({ LOG_LEVEL: 'silent', DESK_PORT: '0' });
  const [, key = ''] = /API key {3}(\S+)/.exec(server.written().out) ?? [];
  const [link = ''] = /http:\S+\/link\/\w+/.exec(server.written().out) ?? [];
  const cookie = (await openLink(link)).headers.getSetCookie().join('; ');
  const added = await fetch(new URL('/hooks', link), {
    method: 'POST',
    headers: { cookie, origin: new URL(link).origin },
    body: new URLSearchParams({ url: own.url, vendor: 'static:demo' }),
  });
  own.secret = /whsec_[\w+/=]+/.exec(await added.text())?.[0] ?? '';
  const leadId = await send(server.url, { email: 'walks@sandbox.test' }, key);
  await expect
    .poll(() => own.got.map(({ data }) => [data.leadId, data.status]), { timeout: 10_000 })
    .toEqual([
      [leadId, 'Quoted'],
      [leadId, 'Won'],
    ]);
}, 20_000);

describe.skipIf(noMongodb)('webhooks on MongoDB', () => {
  const settings = async () => ({
    MONGODB_URI: await emptyDatabase(),
    API_KEYS: 'acme:sesame',
    LOG_LEVEL: 'silent',
  });
  const json = async (env: Record<string, string>, ...args: string[]) =>
    JSON.parse((await leads([...args, '--json'], env)).out);

  it('a vendor hears of its leads’ status, and the operator of everything, with or without metrics', async () => {
    const env = { ...(await settings()), METRICS_PORT: '0' };
    const [vendors, own] = [await receiver(), await receiver()];
    await json(env, 'hook', 'add', vendors.url, '--vendor', 'static:acme');
    await json(env, 'hook', 'add', own.url, '--operator');
    await using server = await startServer(env);
    const leadId = await send(server.url);
    await json(env, 'lead', 'move', leadId, 'won');
    await expect.poll(() => [own.got.length, vendors.got.length], { timeout: 5_000 }).toEqual([2, 1]);
    expect(own.got.map(({ type }) => type).sort()).toEqual(['lead.received', 'lead.status_changed']);
    expect(own.got.find(({ type }) => type === 'lead.received')?.data).toMatchObject({ customer: {} });
    expect(vendors.got).toMatchObject([{ type: 'lead.status_changed', data: { leadId, status: 'Won' } }]);
  });

  it('an operator is told once who a lead became, who waits, what is due and what fails, though two processes deliver', async () => {
    const env = {
      ...(await settings()),
      LOG_LEVEL: 'info',
      DESK_URL: 'http://127.0.0.1:3001/',
      ANSWER_WITHIN: '1m',
    };
    const [own, vendors] = [await receiver(), await receiver()];
    const events = 'lead.assigned,lead.unanswered,lead.follow_up_due,hook.failing,hook.paused';
    const [added, failing] = await Promise.all([
      json(env, 'hook', 'add', own.url, '--operator', '--events', events),
      json(env, 'hook', 'add', vendors.url, '--vendor', 'static:acme'),
    ]);
    own.secret = added.secret;
    vendors.status = 500;
    await using server = await startServer({ ...env, DELIVERIES: 'elsewhere' });
    const ids = await Promise.all(Array.from({ length: 12 }, () => send(server.url)));
    const [hers = '', quoted = ''] = ids;
    await json(env, 'person', 'add', 'Grace');
    await Promise.all([
      json(env, 'lead', 'assign', hers, '--to', 'Grace'),
      json(env, 'lead', 'follow-up', hers, '2h'),
      json(env, 'lead', 'move', quoted, 'quoted'),
    ]);
    await using client = new MongoClient(env.MONGODB_URI);
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const passed = (collection: string, id: unknown, times: Record<string, Date>) =>
      client
        .db()
        .collection(collection)
        .updateMany({ _id: id as never }, { $set: times });
    await passed('hooks', added.hook, { created: ago(99) });
    await passed('hooks', failing.hook, { failingSince: ago(70) });
    await passed('deals', { $in: ids }, { receivedAt: ago(0.1) });
    await passed('deals', hers, { followUpAt: ago(0.05) });

    const deliverers = await Promise.all([startDeliverer(env), startDeliverer(env)]);
    const told = (type: string) => own.got.filter((each) => each.type === type).map(({ data }) => data);
    await expect.poll(() => told('hook.failing'), { timeout: 15_000 }).toHaveLength(1);
    vendors.status = 410;
    await json(env, 'lead', 'move', quoted, 'won');
    await expect.poll(() => told('hook.paused'), { timeout: 15_000 }).toHaveLength(1);
    await sleep(1_000); // each process looks several times more
    for (const { process } of deliverers) process.kill('SIGTERM');
    expect((await Promise.all(deliverers.map(({ finished }) => finished))).map(({ code }) => code)).toEqual([
      0, 0,
    ]);

    const lead = { url: `${env.DESK_URL}leads/${hers}`, owner: { name: 'Grace' } };
    expect(told('lead.assigned')).toMatchObject([{ leadId: hers, ...lead }]);
    expect(told('lead.follow_up_due')).toMatchObject([{ leadId: hers, ...lead }]);
    expect(
      told('lead.unanswered')
        .map(({ leadId }) => leadId)
        .toSorted(),
    ).toEqual(ids.filter((id) => id !== quoted).toSorted());
    const hook = {
      hookId: failing.hook,
      vendor: { id: 'static:acme' },
      url: `${env.DESK_URL}hooks/${failing.hook}`,
    };
    expect(told('hook.failing')).toMatchObject([hook]);
    expect(told('hook.paused')).toMatchObject([{ ...hook, why: 'gone' }]);
    expect(new Set(vendors.got.map(({ type }) => type))).toEqual(new Set(['lead.status_changed']));
  }, 60_000);

  it('what a killed server had taken is delivered by another within 30 s', async () => {
    const env = await settings();
    const hanging = await receiver();
    const { hook } = await json(env, 'hook', 'add', hanging.url, '--operator');
    const first = await startServer(env);
    hanging.status = 500; // so that the event stays due
    const leadId = await send(first.url);
    await expect.poll(() => hanging.got.length, { timeout: 5_000 }).toBeGreaterThan(0);
    first.process.kill('SIGKILL');
    hanging.status = 204;
    await using _second = await startServer(env);
    await expect.poll(() => hanging.got.length, { timeout: 35_000 }).toBeGreaterThan(1);
    expect(new Set(hanging.got.map(({ id }) => id))).toEqual(new Set([`evt_${leadId}_received`]));
    const { attempts } = await json(env, 'hook', 'log', hook);
    expect(attempts[0]).toMatchObject({ event: `evt_${leadId}_received`, status: 204 });
  }, 60_000);

  it('a server that is told to stop in a backlog begins no try, and ends as ever', async () => {
    const env = { ...(await settings()), LOG_LEVEL: 'info' };
    const slow = await receiver();
    slow.takes = () => sleep(500);
    await json(env, 'hook', 'add', slow.url, '--operator');
    const server = await startServer(env);
    await Promise.all(Array.from({ length: 400 }, () => send(server.url)));
    await expect.poll(() => slow.got.length, { timeout: 10_000 }).toBeGreaterThan(20);
    const before = slow.got.length;
    server.process.kill('SIGTERM');
    const { code, out, err } = await server.finished;
    expect([code, err, JSON.parse(out.trim().split('\n').at(-1) ?? '').msg]).toEqual([0, '', 'Stopped.']);
    expect(slow.got.length - before).toBeLessThan(40);
  }, 40_000);

  it('a lead that walks tells its two steps', async () => {
    const env = await settings();
    const vendors = await receiver();
    await json(env, 'hook', 'add', vendors.url, '--vendor', 'static:acme');
    await using server = await startServer(env);
    const leadId = await send(server.url, { email: 'walks@sandbox.test' });
    const status = async () => {
      const answer = await fetch(`${server.url}/v1/lead/${leadId}`, { headers: { 'x-api-key': 'sesame' } });
      return ((await answer.json()) as { body: { status: string } }).body.status;
    };
    expect(await status()).toBe('In Progress');
    await expect.poll(() => vendors.got.length, { timeout: 10_000 }).toBe(2);
    expect(vendors.got.map(({ data }) => data.status)).toEqual(['Quoted', 'Won']);
    expect(await status()).toBe('Won');
  }, 20_000);

  it('the example hands leads and their status on to another system, the newest status last', async () => {
    const env = await settings();
    const puts: { url: string | undefined; body: { status?: string; customer?: object } }[] = [];
    const crm = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      puts.push({ url: request.url, body: JSON.parse(body) });
      response.writeHead(puts.length === 1 ? 500 : 200).end(); // the first comes again
    }).listen(0, '127.0.0.1');
    await once(crm, 'listening');
    closing.push(() => crm.close());
    const place = `http://127.0.0.1:${(crm.address() as AddressInfo).port}`;
    const port = `${await freePort()}`;
    const { secret } = await json(env, 'hook', 'add', `http://127.0.0.1:${port}/`, '--operator');
    const file = fileURLToPath(new URL('../../examples/webhook-receiver/to-crm.ts', import.meta.url));
    const forwarder = run(process.execPath, [file], { WEBHOOK_SECRET: secret, CRM_URL: place, PORT: port });
    closing.push(() => forwarder.process.kill());
    await forwarder.said('Listening');
    await using server = await startServer(env);
    const leadId = await send(server.url);
    await json(env, 'lead', 'move', leadId, 'quoted');
    const statuses = () => puts.map(({ body }) => body.status);
    await expect.poll(statuses, { timeout: 15_000 }).toContain('Quoted');
    await expect.poll(() => puts.some(({ body }) => body.customer), { timeout: 15_000 }).toBe(true);
    expect(new Set(puts.map(({ url }) => url))).toEqual(new Set([`/leads/${leadId}`]));
    expect(statuses().filter(Boolean).at(-1)).toBe('Quoted');
  }, 40_000);

  it('of a vendor may be on this machine only in a sandbox that nobody else reaches', async () => {
    const add = async (env: object) =>
      leads(['hook', 'add', 'http://127.0.0.1:1/', '--vendor', 'static:acme'], {
        ...(await settings()),
        ...env,
      });
    expect((await add({ HOST: '0.0.0.0' })).err).toContain('The address is not a public one');
    expect((await add({})).code).toBe(0);
  });

  it('in production need a key to sign with, and an address that is public or named', async () => {
    const env = { ...(await settings()), APP_ENV: 'production' };
    const add = async (given: object = {}) =>
      (await leads(['hook', 'add', 'http://127.0.0.1:1/', '--operator'], { ...env, ...given })).err;
    expect(await add()).toContain('The address is not a public one.');
    expect(await add({ HOOK_ALLOW: '127.0.0.0/8' })).toContain('Webhooks need the setting HOOK_KEY');
    expect(await add({ HOOK_ALLOW: '127.0.0.0/8', HOOK_KEY: 'k'.repeat(32) })).toContain('Webhook hook_');
    const vendors = ['hook', 'add', 'http://127.0.0.1:1/', '--vendor', 'static:acme'];
    const allowed = { ...env, HOOK_ALLOW: '127.0.0.0/8', HOOK_KEY: 'k'.repeat(32) };
    expect((await leads(vendors, allowed)).err).toContain('as that of a vendor’s webhook has to be');
    expect(await add({ HOOK_ALLOW: 'here' })).toContain('HOOK_ALLOW must be networks such as');
    const server = run(process.execPath, ['src/bootstrap/server.ts'], {
      ...env,
      LOG_LEVEL: 'warn',
      PORT: '0',
    });
    await server.said('HOOK_KEY is not set: this process delivers nothing');
    server.process.kill();
    await server.finished;
  });
});

describe.skipIf(noMongodb)('the key of webhooks', () => {
  const [first, second] = ['1'.repeat(32), '2'.repeat(32)];
  const other = 'HOOK_KEY is not the key that the secrets of the webhooks here come from';

  async function setUp() {
    const store = { MONGODB_URI: await emptyDatabase(), API_KEYS: 'acme:sesame', LOG_LEVEL: 'warn' };
    const signed: string[][] = [];
    const receiver = createServer(async (request, response) => {
      for await (const _ of request);
      signed.push(String(request.headers['webhook-signature']).split(' '));
      response.writeHead(204).end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    closing.push(() => receiver.close());
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const withKeys = (HOOK_KEY: string, HOOK_KEY_OLD = '') => ({ ...store, HOOK_KEY, HOOK_KEY_OLD });
    return { signed, withKeys, add: ['hook', 'add', url, '--operator'] };
  }

  it('is replaced without a gap: both sign until the old one is removed', async () => {
    const { signed, withKeys, add } = await setUp();
    await leads(add, withKeys(first));
    for (const [env, count] of [
      [withKeys(first), 1],
      [withKeys(second, first), 2],
      [withKeys(second), 1],
    ] as const) {
      const before = signed.length;
      await using server = await startServer(env);
      await send(server.url);
      await expect.poll(() => signed.length, { timeout: 5_000 }).toBe(before + 1);
      expect(signed.at(-1)).toHaveLength(count);
    }
    expect((await leads(add, withKeys(first))).err).toContain(other);
    expect((await leads(add, withKeys(second))).code).toBe(0);
  }, 40_000);

  it('is the servers’, or whoever has another one says so and adds no webhook', async () => {
    const { signed, withKeys, add } = await setUp();
    await using server = await startServer(withKeys(first));
    const added = () => leads(add, withKeys(second));
    await expect.poll(async () => (await added()).err, { timeout: 10_000 }).toContain(other);
    expect(await added()).toMatchObject({ code: 1, out: '' });
    const { hook } = JSON.parse((await leads([...add, '--json'], withKeys(first))).out);
    expect((await leads(['hook', 'rotate', hook], withKeys(second))).err).toContain(other);
    expect(await leads(['hook', 'list'], withKeys(second))).toMatchObject({
      code: 0,
      err: expect.stringContaining(other),
    });
    const deliverer = run(process.execPath, ['src/bootstrap/server.ts'], { ...withKeys(second), PORT: '0' });
    await deliverer.said(other);
    deliverer.process.kill();
    await deliverer.finished;
    const desk = run(process.execPath, ['src/bootstrap/desk.ts'], { ...withKeys(second), DESK_PORT: '0' });
    await desk.said(other);
    desk.process.kill();
    await desk.finished;
    const heard = async () => {
      await send(server.url); // a server knows of a new webhook within three seconds
      return signed.length;
    };
    await expect.poll(heard, { timeout: 10_000, interval: 500 }).toBeGreaterThan(0);
  }, 60_000);
});

describe.skipIf(noMongod)('a database that hangs while events are posted', () => {
  it('ends no server, is logged once, and the events come again', async () => {
    const mongod = await startMongod();
    closing.push(() => mongod.stop());
    const env = { MONGODB_URI: mongod.directUri, API_KEYS: 'acme:sesame', LOG_LEVEL: 'warn' };
    const [slow, other] = [await receiver(), await receiver()];
    const answered = Promise.withResolvers<void>();
    for (const each of [slow, other]) {
      each.status = 500;
      each.takes = () => answered.promise;
      await leads(['hook', 'add', each.url, '--operator'], env);
    }
    await using server = await startServer(env);
    for (let n = 0; n < 3; n += 1) await send(server.url);
    await expect.poll(() => slow.got.length * other.got.length, { timeout: 5_000 }).toBeGreaterThan(0);
    const held = slow.got.length + other.got.length;
    mongod.pause();
    answered.resolve();
    await sleep(9_000); // longer than the server waits for the database
    mongod.resume();
    for (const each of [slow, other]) each.status = 204;
    await expect
      .poll(() => slow.got.length + other.got.length, { timeout: 40_000 })
      .toBeGreaterThanOrEqual(6 + held);
    expect(server.process.exitCode).toBeNull();
    expect(server.written().out.match(/Delivering to webhooks was interrupted/g)).toHaveLength(1);
  }, 70_000);
});
