import { MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { tokens } from '../../src/bootstrap/tokens.ts';
import { delivererHere, jsonHere, leadsHere, serverHere } from '../support/in-process.ts';
import { emptyDatabase, noMongodb } from '../support/mongodb.ts';
import { startProgram, startServer } from '../support/processes.ts';
import { receiver, sendLead as send } from '../support/receiver.ts';
import { openLink } from '../support/served-desk.ts';
import { freshFile } from '../support/sqlite-file.ts';

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
    .poll(() => own.got.map(({ data }) => [data.leadId, data.status]))
    .toEqual([
      [leadId, 'Quoted'],
      [leadId, 'Won'],
    ]);
});

const usual = { API_KEYS: 'acme:sesame', LOG_LEVEL: 'silent' };
const settings = async () => ({ ...usual, MONGODB_URI: await emptyDatabase() });
const json = (env: Record<string, string>, ...args: string[]) => jsonHere(args, env);

async function hearsOfLeads(store: Record<string, string>): Promise<void> {
  const env = { ...usual, ...store, METRICS_PORT: '0' };
  const [vendors, own] = [await receiver(), await receiver()];
  await json(env, 'hook', 'add', vendors.url, '--vendor', 'static:acme');
  await json(env, 'hook', 'add', own.url, '--operator');
  await using server = await serverHere(env);
  const leadId = await send(server.url);
  await json(env, 'lead', 'move', leadId, 'won');
  await expect.poll(() => [own.got.length, vendors.got.length]).toEqual([2, 1]);
  expect(own.got.map(({ type }) => type).sort()).toEqual(['lead.received', 'lead.status_changed']);
  expect(own.got.find(({ type }) => type === 'lead.received')?.data).toMatchObject({ customer: {} });
  expect(vendors.got).toMatchObject([{ type: 'lead.status_changed', data: { leadId, status: 'Won' } }]);
}

it.skipIf(noMongodb)(
  'a vendor hears of its leads’ status, and the operator of everything, with or without metrics',
  async () => hearsOfLeads({ MONGODB_URI: await emptyDatabase() }),
);

it('also of those in a file, which the command line changes beside the server', async () => {
  const { path: DATA_FILE, file, close } = freshFile();
  await file.write(() => {}); // the first command finds one
  await hearsOfLeads({ DATA_FILE, DESK_PORT: '0' });
  await close();
});

describe.skipIf(noMongodb)('webhooks on MongoDB', () => {
  it('an operator is told once who a lead became, who waits, what is due and what fails, though two deliver', async () => {
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
    await using server = await serverHere({ ...env, DELIVERIES: 'elsewhere' });
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
    const promised = ago(0.05);
    await passed('deals', hers, { followUpAt: promised, 'followUp.at': promised });

    const deliverers = await Promise.all([delivererHere(env), delivererHere(env)]);
    const told = (type: string) => own.got.filter((each) => each.type === type).map(({ data }) => data);
    await expect.poll(() => told('hook.failing')).toHaveLength(1);
    vendors.status = 410;
    await json(env, 'lead', 'move', quoted, 'won');
    await expect.poll(() => told('hook.paused')).toHaveLength(1);
    for (const { container, stop } of deliverers) {
      const delivery = container.get(tokens.eventDelivery);
      for (let n = 0; n < 3; n += 1) {
        await delivery.round(new AbortController().signal); // it looks several times more
        await delivery.settled();
      }
      await stop();
    }

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
  });

  it('a lead that walks tells its two steps', async () => {
    const env = await settings();
    const vendors = await receiver();
    await json(env, 'hook', 'add', vendors.url, '--vendor', 'static:acme');
    await using server = await serverHere(env);
    const leadId = await send(server.url, { email: 'walks@sandbox.test' });
    const status = async () => {
      const answer = await fetch(`${server.url}/v1/lead/${leadId}`, { headers: { 'x-api-key': 'sesame' } });
      return ((await answer.json()) as { body: { status: string } }).body.status;
    };
    expect(await status()).toBe('In Progress');
    await expect.poll(() => vendors.got.length).toBe(2);
    expect(vendors.got.map(({ data }) => data.status)).toEqual(['Quoted', 'Won']);
    expect(await status()).toBe('Won');
  });

  it('of a vendor may be on this machine only in a sandbox that nobody else reaches', async () => {
    const add = async (env: object) =>
      leadsHere(['hook', 'add', 'http://127.0.0.1:1/', '--vendor', 'static:acme'], {
        ...(await settings()),
        ...env,
      });
    expect((await add({ HOST: '0.0.0.0' })).err).toContain('The address is not a public one');
    expect((await add({})).code).toBe(0);
  });

  it('in production need a key to sign with, and an address that is public or named', async () => {
    const env = { ...(await settings()), APP_ENV: 'production' };
    const add = async (given: object = {}) =>
      (await leadsHere(['hook', 'add', 'http://127.0.0.1:1/', '--operator'], { ...env, ...given })).err;
    expect(await add()).toContain('The address is not a public one.');
    expect(await add({ HOOK_ALLOW: '127.0.0.0/8' })).toContain('Webhooks need the setting HOOK_KEY');
    expect(await add({ HOOK_ALLOW: '127.0.0.0/8', HOOK_KEY: 'k'.repeat(32) })).toContain('Webhook hook_');
    const vendors = ['hook', 'add', 'http://127.0.0.1:1/', '--vendor', 'static:acme'];
    const allowed = { ...env, HOOK_ALLOW: '127.0.0.0/8', HOOK_KEY: 'k'.repeat(32) };
    expect((await leadsHere(vendors, allowed)).err).toContain('as that of a vendor’s webhook has to be');
    expect(await add({ HOOK_ALLOW: 'here' })).toContain('HOOK_ALLOW must be networks such as');
    await using server = await serverHere({ ...env, LOG_LEVEL: 'warn' });
    await expect.poll(server.log).toContain('HOOK_KEY is not set: this process delivers nothing');
    const doctor = async (given: object) => (await leadsHere(['doctor'], { ...env, ...given })).out;
    expect(await doctor({})).toContain(
      'webhooks: HOOK_KEY is not set, which the webhooks need: nothing is delivered.\n',
    );
    expect(await doctor({ DELIVERIES: 'elsewhere' })).toContain('webhooks: nothing is wrong\n');
  });
});

describe.skipIf(noMongodb)('the key of webhooks', () => {
  const [first, second] = ['1'.repeat(32), '2'.repeat(32)];
  const other = 'HOOK_KEY is not the key that the secrets of the webhooks here come from';

  async function setUp() {
    const store = { MONGODB_URI: await emptyDatabase(), API_KEYS: 'acme:sesame', LOG_LEVEL: 'warn' };
    const { got, url } = await receiver();
    const withKeys = (HOOK_KEY: string, HOOK_KEY_OLD = '') => ({ ...store, HOOK_KEY, HOOK_KEY_OLD });
    return { got, withKeys, add: ['hook', 'add', url, '--operator'] };
  }

  it('is replaced without a gap: both sign until the old one is removed', async () => {
    const { got, withKeys, add } = await setUp();
    await leadsHere(add, withKeys(first));
    for (const [env, count] of [
      [withKeys(first), 1],
      [withKeys(second, first), 2],
      [withKeys(second), 1],
    ] as const) {
      const before = got.length;
      await using server = await serverHere(env);
      await send(server.url);
      await expect.poll(() => got.length).toBe(before + 1);
      expect(got.at(-1)?.signatures).toHaveLength(count);
    }
    expect((await leadsHere(add, withKeys(first))).err).toContain(other);
    expect((await leadsHere(add, withKeys(second))).code).toBe(0);
  });

  it('is the servers’, or whoever has another one says so and adds no webhook', async () => {
    const { got, withKeys, add } = await setUp();
    await using server = await serverHere(withKeys(first));
    const added = () => leadsHere(add, withKeys(second));
    await expect.poll(async () => (await added()).err).toContain(other);
    expect(await added()).toMatchObject({ code: 1, out: '' });
    const { hook } = await jsonHere(add, withKeys(first));
    expect((await leadsHere(['hook', 'rotate', hook], withKeys(second))).err).toContain(other);
    expect(await leadsHere(['hook', 'list'], withKeys(second))).toMatchObject({
      code: 0,
      err: expect.stringContaining(other),
    });
    await using deliverer = await serverHere(withKeys(second));
    await expect.poll(deliverer.log).toContain(other);
    const desk = await startProgram('desk', { ...withKeys(second), DESK_PORT: '0' });
    await desk.said(other);
    desk.process.kill();
    await desk.finished;
    const heard = async () => {
      await send(server.url); // a server knows of a new webhook within three seconds
      return got.length;
    };
    await expect.poll(heard, { interval: 500 }).toBeGreaterThan(0);
  });
});
