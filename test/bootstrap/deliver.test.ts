import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseWithUsers } from '../support/database-users.ts';
import { validLead } from '../support/http-target.ts';
import { noMongod } from '../support/own-mongod.ts';

import { leads, run, startDeliverer, startServer } from '../support/processes.ts';

const shared = { HOOK_KEY: 'for tests alone: 32 characters or more', HOOK_ALLOW: '127.0.0.0/8' };

describe.skipIf(noMongod)(
  'API, deliverer and command line apart, each with its own user of the database',
  () => {
    let database: Awaited<ReturnType<typeof databaseWithUsers>>;
    const got: string[] = [];
    const receiver = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      got.push(JSON.parse(body).type);
      response.writeHead(204).end();
    });
    beforeAll(async () => {
      receiver.listen(0, '127.0.0.1');
      await once(receiver, 'listening');
      database = await databaseWithUsers();
    });
    afterAll(async () => {
      receiver.close();
      await database?.stop();
    });

    it('work with exactly their rights', async () => {
      const { uriOf, root } = database;
      const env = (user: string) => ({ ...shared, MONGODB_URI: uriOf(user) });
      await using server = await startServer({
        ...env('api'),
        ...{ DELIVERIES: 'elsewhere', METRICS_PORT: '0', API_KEYS: 'acme:sesame' },
      });
      const operate = async (...args: string[]) => {
        const { code, out, err } = await leads([...args, '--json'], env('desk'));
        expect([args, code, err]).toEqual([args, 0, '']);
        return JSON.parse(out);
      };
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
      await operate('hook', 'add', url, '--operator');
      await operate('vendor', 'add', 'Zenith');
      const { key } = await operate('key', 'issue', 'Zenith');
      await sleep(3_000); // so long a server may not know of the webhook

      const send = (given: object = {}, headers: object = {}) =>
        fetch(`${server.url}/v1/lead`, {
          method: 'POST',
          headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ ...validLead, ...given }),
        });
      const sent = await send({}, { 'idempotency-key': 'order-1' });
      const { leadId } = ((await sent.json()) as { body: { leadId: string } }).body;
      expect((await send({}, { 'idempotency-key': 'order-1' })).headers.get('idempotent-replayed')).toBe(
        'true',
      );
      expect((await send({ email: '', phone: '' })).status).toBe(400); // counted
      expect((await send({ phone: '5550102031' })).status).toBe(200); // fills the contact
      await operate('lead', 'move', leadId, 'Quoted');
      expect(
        await (await fetch(`${server.url}/v1/lead/${leadId}`, { headers: { 'x-api-key': key } })).text(),
      ).toContain('Quoted');
      await sleep(1_000);
      expect(got).toEqual([]); // nobody delivers
      const waits = /leads_hook_oldest_due_seconds [\d.]*[1-9]/;
      const metrics = /http:\S+\/metrics/.exec(server.written().out)?.[0] ?? '';
      expect(await (await fetch(metrics)).text()).toMatch(waits);

      const deliverer = await startDeliverer({ ...env('deliverer'), METRICS_PORT: '0' });
      const types = ['lead.received', 'lead.received', 'lead.status_changed'];
      await expect.poll(() => got.toSorted(), { timeout: 10_000 }).toEqual(types);
      const served = await (await fetch(`${deliverer.url}/metrics`)).text();
      expect(served).toContain('leads_hook_deliveries_total{outcome="delivered"} 3');
      expect(served).not.toMatch(waits);

      deliverer.process.kill('SIGTERM');
      expect(await deliverer.finished).toMatchObject({ code: 0, err: '' });
      server.process.kill('SIGTERM');
      expect(await server.finished).toMatchObject({ code: 0, err: '' });
      for (const { written } of [server, deliverer]) {
        const warnings = written().out.match(/"level":[456]0.*/g) ?? [];
        expect(warnings).toEqual([expect.stringContaining('standalone server')]);
      }
      expect(await root.db('partner_leads').collection('refusals').countDocuments()).toBe(1);
    }, 120_000);

    it('the command line needs no rights but those of its user, also for an upgrade', async () => {
      const env = { ...shared, MONGODB_URI: database.uriOf('desk'), DESK_URL: 'http://127.0.0.1:3001' };
      const operate = async (...args: string[]) => {
        const { code, out, err } = await leads([...args, '--json'], env);
        expect([args, code, err]).toEqual([args, 0, expect.not.stringContaining('could not be used')]);
        return JSON.parse(out);
      };
      const deals = database.root.db('partner_leads').collection('deals');
      await deals.dropIndex('owner-received');
      await deals.createIndex({ receivedAt: 1, customerKnown: 1 }, { name: 'known' }); // as an earlier version had it
      for (const changed of [1, 1, 0]) {
        const { steps } = await operate('upgrade');
        expect(steps).toContainEqual({ step: 'indexes', looked: expect.any(Number), changed });
      }

      const { leads: found } = await operate('lead', 'list');
      const [{ leadId, contactId }] = found;
      await operate('lead', 'show', leadId);
      await operate('lead', 'assign', leadId, '--to', 'Grace');
      await operate('contact', 'find', '--name', 'ada');
      await operate('contact', 'edit', contactId, '--zip', '94108');
      await operate('report');
      const [{ hook }] = (await operate('hook', 'list')).hooks;
      for (const change of ['log', 'pause', 'resume', 'rotate']) await operate('hook', change, hook);
      await operate('hook', 'replay', hook, '--since', '1h');
      await operate('hook', 'remove', hook);
      const [{ keyId: key }] = (await operate('key', 'list', 'Zenith')).keys;
      await operate('key', 'rotate', key);
      await operate('key', 'revoke', key);
      await operate('desk', 'link', '--by', 'Ada');
      await operate('desk', 'end-sessions', 'Ada');
      await operate('lead', 'erase', leadId, '--yes');
      await operate('contact', 'erase', '--contact', contactId, '--yes');
      await operate('audit');
    }, 120_000);

    it.each([
      ['api', ['audit', 'tickets'], ['contacts', 'deals', 'vendors', 'hooks', 'deliveries', 'audit']],
      [
        'deliverer',
        ['contacts', 'vendors', 'audit', 'tickets', 'refusals'],
        ['contacts', 'deals', 'vendors', 'hooks', 'audit'],
      ],
    ])('%s can read none of %j, and delete none of %j', async (user, unread, undeleted) => {
      await using client = new MongoClient(database.uriOf(user));
      const db = client.db('partner_leads');
      for (const name of unread)
        await expect(db.collection(name).findOne()).rejects.toThrow(/not authorized/);
      for (const name of undeleted)
        await expect(db.collection(name).deleteMany({})).rejects.toThrow(/not authorized/);
    });
  },
);

describe('a process that only delivers', () => {
  const refusal = async (env: Record<string, string>) => {
    const { code, out, err } = await run(process.execPath, ['src/bootstrap/deliver.ts'], env).finished;
    expect([code, out]).toEqual([1, '']);
    return err;
  };

  it('needs a store that other processes reach, and a key', async () => {
    expect(await refusal({})).toBe(
      'Fix these settings first:\nMONGODB_URI is required: a server in memory delivers to webhooks itself (npm start)\n',
    );
    const production = { APP_ENV: 'production', MONGODB_URI: 'mongodb://127.0.0.1:9/x' };
    expect(await refusal(production)).toContain('HOOK_KEY is required for webhooks in production');
  });

  it('stays, and tries again, while its store does not answer', async () => {
    await using deliverer = await startDeliverer({ MONGODB_URI: 'mongodb://127.0.0.1:9/x' });
    await sleep(2_500);
    expect(deliverer.process.exitCode).toBeNull();
    deliverer.process.kill('SIGTERM');
    expect((await deliverer.finished).code).toBe(0);
  });
});

it('a server in memory cannot leave deliveries to others', async () => {
  const env = { PORT: '0', DELIVERIES: 'elsewhere' };
  const { code, err } = await run(process.execPath, ['src/bootstrap/server.ts'], env).finished;
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('DELIVERIES cannot be elsewhere with a store in memory'),
  ]);
});
