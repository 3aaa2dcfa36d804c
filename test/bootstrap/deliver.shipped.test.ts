import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { databaseWithUsers } from '../support/database-users.ts';
import { freePort } from '../support/free-port.ts';
import { validLead } from '../support/http-target.ts';
import { delivererHere, jsonHere, leadsHere, serverHere } from '../support/in-process.ts';
import { noMongod, startMongod } from '../support/own-mongod.ts';
import { run, startDeliverer, startServer } from '../support/processes.ts';
import { receiver, sendLead } from '../support/receiver.ts';

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
      const operate = async (...args: string[]) => {
        const { code, out, err } = await leadsHere([...args, '--json'], env('desk'));
        expect([args, code, err]).toEqual([args, 0, '']);
        return JSON.parse(out);
      };
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
      await operate('hook', 'add', url, '--operator');
      await operate('vendor', 'add', 'Zenith');
      const { key } = await operate('key', 'issue', 'Zenith');
      await using server = await serverHere({
        ...env('api'),
        ...{ DELIVERIES: 'elsewhere', METRICS_PORT: '0', API_KEYS: 'acme:sesame' },
      });

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
      const waits = /leads_hook_oldest_due_seconds [\d.]*[1-9]/;
      const metricsOf = async ({ parts }: { parts: { metrics: { url: string } | undefined } }) =>
        (await fetch(parts.metrics?.url ?? '')).text();
      await expect.poll(() => metricsOf(server)).toMatch(waits);
      expect(got).toEqual([]); // nobody delivers

      await using deliverer = await delivererHere({ ...env('deliverer'), METRICS_PORT: '0' });
      const types = ['lead.received', 'lead.received', 'lead.status_changed'];
      await expect.poll(() => got.toSorted()).toEqual(types);
      const served = await metricsOf(deliverer);
      expect(served).toContain('leads_hook_deliveries_total{outcome="delivered"} 3');
      expect(served).not.toMatch(waits);

      for (const { stop, log } of [server, deliverer]) {
        await stop();
        const warnings = log().match(/"level":[456]0.*/g) ?? [];
        expect(warnings).toEqual([expect.stringContaining('standalone server')]);
      }
      expect(await root.db('partner_leads').collection('refusals').countDocuments()).toBe(1);
    }, 120_000);

    it('a deliverer whose user lacks rights says which, is not ready, and says why', async () => {
      const env = { ...shared, MONGODB_URI: database.uriOf('api'), METRICS_PORT: '0' };
      await using deliverer = await startDeliverer(env);
      const told = () => deliverer.written().out;
      await expect.poll(told, { timeout: 10_000 }).toContain('was interrupted');
      await expect
        .poll(told)
        .toMatch(/Missing: find, createIndex, listIndexes, insert, update on hookKeys|Missing: .*people/);
      expect(told()).toContain('MONGODB_URI names a user who may not do all that this process does.');
      expect(told().match(/was interrupted/g)).toHaveLength(1);
      const ready = await fetch(`${deliverer.url}/readyz`);
      expect([ready.status, await ready.text()]).toEqual([
        503,
        expect.stringMatching(/^MONGODB_URI names no user who may do this \(\w+ on \w+\)\n$/),
      ]);
      expect((await fetch(`${deliverer.url}/healthz`)).status).toBe(200);
      const { code, out } = await leadsHere(['doctor', '--for', 'deliverer'], env);
      expect([code, out]).toEqual([1, expect.stringMatching(/^rights: MONGODB_URI names .*people/m)]);
    }, 60_000);

    it('a server that delivers and has a desk asks for the rights of all three', async () => {
      const env = { ...shared, MONGODB_URI: database.uriOf('deliverer'), DESK_PORT: '0', LOG_LEVEL: 'warn' };
      await using server = await startServer(env);
      const told = () => server.written().out;
      await expect.poll(told, { timeout: 10_000 }).toContain('Missing: ');
      const missing = /Missing: (.*?)\. deploy/.exec(told())?.[1]?.split('; ') ?? [];
      expect(missing).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^insert, .*on deals$/), // of the API
          expect.stringMatching(/on tickets$/), // of the desk
        ]),
      );
      expect(missing.filter((each) => each.endsWith('on deliveries'))).toEqual([]); // it has all of them
      await using whole = await startServer({ ...env, MONGODB_URI: database.uriOf('root') });
      await sleep(1_000);
      expect(whole.written().out).not.toContain('Missing: ');
    }, 60_000);

    it('the command line needs no rights but those of its user, also for an upgrade', async () => {
      const env = { ...shared, MONGODB_URI: database.uriOf('desk'), DESK_URL: 'http://127.0.0.1:3001' };
      const operate = async (...args: string[]) => {
        const { code, out, err } = await leadsHere([...args, '--json'], env);
        expect([args, code, err]).toEqual([args, 0, expect.not.stringContaining('could not be used')]);
        return JSON.parse(out);
      };
      const { hook } = await operate('hook', 'add', 'http://127.0.0.1:1/', '--operator');
      await operate('vendor', 'add', 'Acme');
      const { key: text, keyId: key } = await operate('key', 'issue', 'Acme');
      const api = { ...shared, MONGODB_URI: database.uriOf('api'), DELIVERIES: 'elsewhere' };
      await using server = await serverHere(api);
      const leadId = await sendLead(server.url, { email: 'grace@example.com', phone: undefined }, text);
      const deals = database.root.db('partner_leads').collection('deals');
      await deals.dropIndex('owner-received');
      for (const changed of [1, 0]) {
        const { steps } = await operate('upgrade');
        expect(steps).toContainEqual({ step: 'indexes', looked: expect.any(Number), changed });
      }

      const { leads: found } = await operate('lead', 'list', '--vendor', 'Acme');
      const [{ contactId }] = found;
      await operate('lead', 'show', leadId);
      await operate('person', 'add', 'Grace');
      await operate('lead', 'assign', leadId, '--to', 'Grace');
      await operate('contact', 'find', '--name', 'ada');
      await operate('contact', 'edit', contactId, '--zip', '94108');
      await operate('report');
      await operate('hook', 'list');
      for (const change of ['log', 'pause', 'resume', 'rotate']) await operate('hook', change, hook);
      await operate('hook', 'replay', hook, '--since', '1h');
      await operate('hook', 'remove', hook);
      await operate('key', 'list', 'Acme');
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
      'Fix these settings first:\nDATA_FILE or MONGODB_URI is required: a server in memory delivers to webhooks itself (npm start)\n',
    );
    const production = { APP_ENV: 'production', MONGODB_URI: 'mongodb://127.0.0.1:9/x' };
    expect(await refusal(production)).toContain('HOOK_KEY is required for webhooks in production');
  });

  it.skipIf(noMongod)('stays, and delivers once its store answers', async () => {
    const port = await freePort();
    const { url, got } = await receiver();
    const env = {
      MONGODB_URI: `mongodb://127.0.0.1:${port}/x?directConnection=true`,
      API_KEYS: 'acme:sesame',
    };
    const deliverer = await startDeliverer(env);
    await expect.poll(() => deliverer.written().out).toContain('MongoDB cannot be used');
    const mongod = await startMongod({ port });
    onTestFinished(() => mongod.stop());
    await jsonHere(['hook', 'add', url, '--operator'], env);
    await using server = await serverHere({ ...env, DELIVERIES: 'elsewhere' });
    await sendLead(server.url);
    await expect.poll(() => got.length).toBe(1);
    deliverer.process.kill('SIGTERM');
    expect((await deliverer.finished).code).toBe(0);
  });
});

it('a server in memory cannot leave deliveries to others', async () => {
  await expect(serverHere({ DELIVERIES: 'elsewhere' })).rejects.toThrow(
    'DELIVERIES cannot be elsewhere with a store in memory',
  );
});
