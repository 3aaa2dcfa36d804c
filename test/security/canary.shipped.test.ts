import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireName } from '../../src/adapters/inbound/http/lead-payload.ts';
import type { Answer, SentRequest } from '../support/http-target.ts';
import { noMongod, startSet } from '../support/own-mongod.ts';
import { leads, type ServerProcess, startServer } from '../support/processes.ts';
import type { ReplicaSet } from '../support/replica-set.ts';
import { sender, speakRaw } from '../support/socket.ts';

/** Is in everything that is sent, and must not come back anywhere. The phone has its own digits. */
const canary = 'canary7391';
const traces = [canary, '5550173917', '0173917'];
const apiKey = `key-${canary}`;

const lead = {
  first_name: `${canary}first`,
  last_name: `${canary}last`,
  email: `${canary}mail@${canary}.example`,
  phone: '(555) 017-3917',
  zip: `${canary}zip`,
  deal_type: 'sales',
  vendor_name: `${canary}vendor`,
  lead_notes: `${canary}notes`,
  external_lead_id: `${canary}id`,
  vehicle_year: `${canary}year`,
  vehicle_make: `${canary}make`,
  vehicle_model: `${canary}model`,
  vehicle_miles: `${canary}miles`,
} satisfies Record<Exclude<WireName, 'external_id'>, string>;

const headers = {
  'x-api-key': apiKey,
  'content-type': `application/json; note=${canary}`,
  'idempotency-key': `${canary}key`,
  'x-request-id': `not fit: ${canary}`,
  traceparent: `${canary}trace`,
  'user-agent': `${canary}agent`,
  authorization: `Bearer ${canary}`,
  cookie: `session=${canary}`,
  referer: `http://${canary}.example/`,
  origin: `http://${canary}.example`,
  'x-forwarded-for': canary,
  'x-anything': canary,
};

const withoutKey = (): Record<string, string> => {
  const { 'idempotency-key': _, ...others } = headers;
  return others;
};
const post = (body: unknown, more: Record<string, string> = {}): SentRequest => ({
  method: 'POST',
  path: `/v1/lead?from=${canary}`,
  headers: { ...withoutKey(), ...more },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** Ways in which a request can go wrong before it reaches the store. */
const refused: SentRequest[] = [
  ...Object.keys(lead).flatMap((field) => [
    post({ ...lead, [field]: { nested: canary } }),
    post({ ...lead, [field]: canary.repeat(6_000) }),
    post({ ...lead, [field]: null }),
    post({ ...lead, [field]: ` ${canary}@ ` }),
  ]),
  post(`{"first_name": "${canary}`),
  post(`"${canary}"`),
  post(`[${canary}]`), // the parser's own message would quote it
  post(`${canary}${'x'.repeat(700_000)}`),
  post(lead, { 'content-type': `text/${canary}` }),
  post(lead, { 'content-encoding': canary }),
  post(lead, { 'idempotency-key': `${canary}é` }),
  post(lead, { 'idempotency-key': canary.repeat(30) }),
  post(lead, { 'x-api-key': canary }),
  post(lead, { 'x-api-key': `lead_live_${canary}` }),
  { method: 'GET', path: `/v1/${canary}`, headers },
  { method: 'GET', path: `/${canary}`, headers },
  { method: 'GET', path: `/%zz${canary}`, headers },
  { method: 'DELETE', path: `/v1/lead?${canary}`, headers, body: canary },
  { method: 'HEAD', path: `/v1/lead?${canary}`, headers },
];

/** Texts that never become a request. */
const unreadable = [
  `${canary}\r\n\r\n`,
  `GET /${canary} HTTP/1.1\r\nHost: x\r\n${canary}\r\n\r\n`,
  `GET /${canary} HTTP/1.1\r\nHost: x\r\nX-Long: ${canary.repeat(2_000)}\r\n\r\n`,
  `CONNECT ${canary}:443 HTTP/1.1\r\nHost: x\r\n\r\n`,
  `POST /v1/lead HTTP/1.1\r\nHost: x\r\nx-api-key: ${apiKey}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${canary}`,
];

const faults = [
  { writeConcernError: { code: 64, errmsg: canary } },
  { closeConnection: true },
  { errorCode: 10107 }, // not primary
  { errorCode: 2 }, // a permanent error
  { errorCode: 11000 }, // a duplicate key where none is expected
  { errorCode: 14031 }, // disk full
];

function expectSilence(text: string): void {
  for (const trace of traces) expect(text).not.toContain(trace);
}

/** Sends all at once, and checks that no answer contains anything that was sent. */
async function statusesOf(server: ServerProcess, requests: readonly SentRequest[]): Promise<number[]> {
  const { send, close } = sender(server.url);
  const answers: Answer[] = await Promise.all(requests.map(send));
  close();
  for (const { headers: answered, text } of answers) expectSilence(JSON.stringify(answered) + text);
  return answers.map(({ status }) => status);
}

const env = {
  API_KEYS: `acme:${apiKey}`,
  LOG_LEVEL: 'debug',
  METRICS_PORT: '0',
  REQUEST_TIMEOUT_MS: '10000', // none is to be late, also on a busy machine
};

/** Checks that nothing is in the log, which has at least this many lines, or in the metrics. */
async function expectSilentLog(server: ServerProcess, lines: number): Promise<void> {
  for (let waited = 0; waited < 50; waited += 1) {
    if (server.written().out.split('"msg":"served"').length > lines) break;
    await delay(100);
  }
  const { out, err } = server.written();
  expect(out.split('"msg":"served"').length - 1).toBeGreaterThanOrEqual(lines);
  const withoutOwnIds = out.replace(/"externalId":"[^"]*"/g, ''); // a refused lead's, which its vendor asks about
  expectSilence(withoutOwnIds + err);
  const metrics = await fetch(/http:\S+\/metrics/.exec(out)?.[0] ?? '');
  expect(metrics.status).toBe(200);
  expectSilence(await metrics.text());
}

describe('nothing that was sent comes back, in memory', () => {
  it('whatever is wrong with a request', async () => {
    await using server = await startServer(env);
    const statuses = await statusesOf(server, refused);
    expect(new Set(statuses)).toEqual(new Set([200, 400, 403, 404, 405, 413, 415]));
    for (const text of unreadable) {
      const answer = await speakRaw(server.url, text);
      expect(answer).toMatch(/^HTTP\/1.1 4\d\d .*x-request-id: [\w-]{36}/s);
      expectSilence(answer);
    }
    await expectSilentLog(server, refused.length + unreadable.length);
  });

  it('from a lead, from its repetition or from its key with another lead', async () => {
    await using server = await startServer({ ...env, RATE_LIMIT_PER_MINUTE: '4' });
    const sent = [lead, lead, { ...lead, lead_notes: canary }, lead].map((body) => post(body, headers));
    for (const [n, request] of sent.entries()) {
      expect(await statusesOf(server, [request])).toEqual([[200, 200, 422, 200][n]]);
    }
    expect(await statusesOf(server, sent.slice(0, 1))).toEqual([429]);
    await expectSilentLog(server, 5);
  });

  it('except the id of an unknown lead, and only to its sender', async () => {
    await using server = await startServer(env);
    const { send, close } = sender(server.url);
    const { text } = await send({ method: 'GET', path: `/v1/lead/${canary}`, headers });
    close();
    expect(JSON.parse(text).body).toEqual({ message: `No lead was found with the leadId: ${canary}` });
    await expectSilentLog(server, 1);
  });
});

describe.skipIf(noMongod)('nothing that was sent comes back, on MongoDB', () => {
  let set: ReplicaSet;
  let database: MongoClient;
  beforeAll(async () => {
    set = await startSet([{}]); // its own: the faults affect every server on it
    database = await new MongoClient(set.uri).connect();
  });
  afterAll(async () => {
    await database?.close();
    await set?.stop();
  });

  let databases = 0;
  function freshDatabase(): { uri: string; name: string } {
    databases += 1;
    const name = `canary_${databases}`;
    return { name, uri: set.uri.replace('/?', `/${name}?`) };
  }

  it('from races for one customer and one key (E11000)', async () => {
    const { uri, name } = freshDatabase();
    await using server = await startServer({ ...env, MONGODB_URI: uri });
    const customers = Array.from({ length: 12 }, (_, n) => `${canary}${n}@canary.example`);
    await statusesOf(server, [post({ ...lead, email: 'first@canary.example' })]);
    const sends = customers.flatMap((email) =>
      Array.from({ length: 3 }, () => post({ ...lead, email }, { 'idempotency-key': `${canary}${email}` })),
    );
    expect(new Set(await statusesOf(server, sends))).toEqual(new Set([200]));
    expect(await database.db(name).collection('deals').countDocuments()).toBe(13);
    await expectSilentLog(server, sends.length);
  });

  it('from a document that the database refuses and quotes', async () => {
    const { uri, name } = freshDatabase();
    await using server = await startServer({ ...env, MONGODB_URI: uri });
    await statusesOf(server, [post({ ...lead, first_name: 'x', email: 'first@canary.example' })]);
    for (const [collection, field] of [
      ['deals', 'vendorName'],
      ['contacts', 'firstName'],
    ] as const) {
      await database.db(name).command({
        collMod: collection,
        validator: { [field]: { $not: { $regex: canary } } },
      });
      expect(await statusesOf(server, [post(lead), post(lead, headers)])).toEqual([500, 500]);
    }
    await database.db(name).collection('contacts').createIndex({ firstName: 1 }, { unique: true });
    await database.db(name).command({ collMod: 'contacts', validator: {} });
    await statusesOf(server, [
      post(lead),
      post({ ...lead, email: `${canary}b@canary.example`, phone: null }),
    ]);
    await expectSilentLog(server, 7);
  });

  it('from commands that fail', async () => {
    await using server = await startServer({ ...env, MONGODB_URI: freshDatabase().uri });
    await statusesOf(server, [
      post({ ...lead, first_name: 'x', email: 'first@canary.example', phone: null }),
    ]);
    const failCommand = (mode: object | string, fault: object) =>
      database.db('admin').command({
        configureFailPoint: 'failCommand',
        mode,
        data: { failCommands: ['insert', 'update', 'find'], appName: 'partner-lead-service', ...fault },
      });
    for (const fault of faults) {
      await failCommand('alwaysOn', fault);
      const statuses = await statusesOf(server, [post(lead), post(lead, headers)]);
      await failCommand('off', fault);
      expect(statuses.every((status) => status === 500 || status === 503)).toBe(true);
    }
    await expectSilentLog(server, 1 + 2 * faults.length);
  });

  it.each([
    `mongodb://${canary}:${canary}@127.0.0.1:1/leads?replicaSet=${canary}`,
    `mongodb+srv://${canary}:${canary}@${canary}.invalid/leads`, // the greeting names the database
  ])('from a database that cannot be reached: %s', async (address) => {
    await using server = await startServer({ ...env, MONGODB_URI: address });
    expect(await statusesOf(server, [post(lead, headers)])).toEqual([503]);
    await expectSilentLog(server, 1);
  });

  it('from the database, once the lead or its contact is erased: only the vendor, its vehicle and its key stay', async () => {
    const { uri, name } = freshDatabase();
    await using server = await startServer({ ...env, API_KEYS: 'acme:key', MONGODB_URI: uri });
    const { send, close } = sender(server.url);
    const kept = { vendor_name: 'Acme', vehicle_year: '2019', vehicle_make: 'Ford' };
    const submitted = async (body: object, key: string) => {
      const sent = { ...post({ ...lead, vehicle_model: null, vehicle_miles: null, ...kept, ...body }) };
      const answer = await send({ ...sent, headers: { 'x-api-key': 'key', 'idempotency-key': key } });
      return String(JSON.parse(answer.text).body.leadId);
    };
    const first = await submitted({}, 'k-1');
    const shared = await submitted({ first_name: `${canary}other`, email: null }, 'k-2');
    const done = async (...args: string[]) => {
      const { code, out } = await leads(args, { MONGODB_URI: uri });
      expect(code).toBe(0);
      expectSilence(out);
    };
    const stored = async () =>
      Promise.all(
        (await database.db(name).collections()).map((collection) => collection.find().toArray()),
      ).then((documents) => documents.flat());

    await done('lead', 'move', shared, 'won', '--reason', `${canary}reason`);
    expect(JSON.stringify((await stored()).find(({ _id }) => String(_id) === shared))).toContain(canary);
    await done('lead', 'erase', shared, '--yes');
    expectSilence(JSON.stringify((await stored()).find(({ _id }) => String(_id) === shared)));
    expect(JSON.stringify(await stored())).toContain(`${canary}first`);

    await done('contact', 'erase', '--email', lead.email, '--yes');
    const left = await stored();
    expect(left.filter(({ status }) => status !== undefined).map(({ _id }) => _id)).toEqual(
      expect.arrayContaining([first, shared]),
    );
    expectSilence(JSON.stringify(left));
    expect(await submitted({ first_name: 'late' }, 'k-2')).toBe(shared);
    close();
  });
});
