import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { InMemoryCrm } from '../../../../src/adapters/outbound/in-memory/in-memory-crm.ts';
import { timedCrm, timedKeys } from '../../../../src/adapters/outbound/telemetry/timed-store.ts';
import { StoreUnavailable } from '../../../../src/application/ports/outbound/store.ts';
import { ApiKey } from '../../../../src/domain/api-key.ts';
import { API_KEYS, keys } from '../../../support/lead-server.ts';
import { freshDatabase, noMongodb } from '../../../support/mongodb.ts';
import { endWithParent, run, type ServerProcess, startServer } from '../../../support/processes.ts';
import { sender } from '../../../support/socket.ts';

const metricsOf = (server: ServerProcess): string =>
  /Metrics +(\S+)/.exec(server.written().out)?.[1] ?? 'not served';

const greedyScraper = fileURLToPath(new URL('greedy-scraper.ts', import.meta.url));

/** Linux only; 0 elsewhere. */
const residentMegabytes = (pid = 0): number =>
  existsSync(`/proc/${pid}/status`)
    ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
    : 0;

const scrape = async (server: ServerProcess): Promise<string> => (await fetch(metricsOf(server))).text();

/** The value of a series, whose name is written as Prometheus writes it. */
const sample = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1),
  );

const lead = {
  first_name: 'Canary-name',
  email: 'canary@example.com',
  phone: '5550102030',
  zip: 'canary-zip',
  deal_type: 'sales',
  vendor_name: 'Canary-vendor',
  lead_notes: 'canary-notes',
};

/** Well-formed, so that it is looked up; nobody holds it. */
const issuedKey = (): string => ApiKey.issue('test', randomBytes(ApiKey.randomBytes)).value;

describe.skipIf(noMongodb)('metrics of a server on MongoDB', () => {
  let server: ServerProcess;
  let send: ReturnType<typeof sender>;
  const post = (body: object, headers: Record<string, string> = {}) =>
    send.send({
      method: 'POST',
      path: '/v1/lead',
      headers: { 'x-api-key': keys.key, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  beforeAll(async () => {
    server = await startServer({
      API_KEYS,
      METRICS_PORT: '0',
      LOG_LEVEL: 'info',
      MONGODB_URI: freshDatabase(),
    });
    send = sender(server.url);
  });
  afterAll(async () => {
    send.close();
    await server[Symbol.asyncDispose]();
  });

  it('count requests by operation and status, refusals by reason, calls to the store and their batches', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(lead)));
    const { leadId } = JSON.parse(answers[0]?.text ?? '').body;
    await send.send({ method: 'GET', path: `/v1/lead/${leadId}`, headers: { 'x-api-key': keys.key } });
    await post({ ...lead, phone: '1' });
    await post(lead, { 'x-api-key': 'canary-key' });
    await post(lead, { 'content-type': 'text/plain' });

    const text = await scrape(server);
    expect(sample(text, 'leads_http_requests_total{operation="createLead",status="200"}')).toBe(20);
    expect(sample(text, 'leads_http_requests_total{operation="createLead",status="400"}')).toBe(1);
    expect(sample(text, 'leads_http_requests_total{operation="createLead",status="403"}')).toBe(1);
    expect(sample(text, 'leads_http_requests_total{operation="getLead",status="200"}')).toBe(1);
    expect(sample(text, 'leads_http_request_duration_seconds_count{operation="createLead"}')).toBe(23);
    expect(sample(text, 'leads_http_refusals_total{reason="invalid-lead"}')).toBe(1);
    expect(sample(text, 'leads_http_refusals_total{reason="forbidden"}')).toBe(1);
    expect(sample(text, 'leads_http_refusals_total{reason="media-type"}')).toBe(1);
    expect(sample(text, 'leads_store_call_duration_seconds_count{call="addLead",outcome="done"}')).toBe(20);
    expect(sample(text, 'leads_store_call_duration_seconds_count{call="statusOf",outcome="done"}')).toBe(1);
    expect(sample(text, 'leads_store_batch_size_sum{batch="deals.add"}')).toBe(20);
    expect(sample(text, 'leads_store_batch_size_sum{batch="deals.statuses"}')).toBe(1);
    expect(sample(text, 'leads_faults_total')).toBe(0);
    expect(sample(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  });

  it('show that a key is looked up once in a while, not for each request', async () => {
    const key = issuedKey();
    for (let n = 0; n < 20; n += 1)
      await send.send({ method: 'GET', path: '/v1/lead/x', headers: { 'x-api-key': key } });
    expect(sample(await scrape(server), 'leads_store_batch_size_sum{batch="keys.find"}')).toBeLessThan(5);
  });

  it('count a fault, whose line is in the log like that of any request', async () => {
    const failing = { ...lead, email: 'error@sandbox.test' };
    expect((await post(failing, { 'x-request-id': 'mine-1' })).status).toBe(500);
    expect(sample(await scrape(server), 'leads_faults_total')).toBe(1);
    const logged = () => server.written().out.match(/^\{.*"mine-1".*\}$/gm) ?? [];
    await expect
      .poll(() => logged().map((line) => JSON.parse(line)))
      .toEqual([
        expect.objectContaining({ msg: 'fault', level: 50 }),
        expect.objectContaining({
          msg: 'served',
          operation: 'createLead',
          vendor: 'static:acme',
          status: 500,
        }),
      ]);
  });

  it('are in seconds', async () => {
    const before = await scrape(server);
    const began = performance.now();
    expect((await post(lead, { 'idempotency-key': 'one' })).status).toBe(200);
    const seconds = (performance.now() - began) / 1_000;
    const after = await scrape(server);
    for (const series of [
      'leads_http_request_duration_seconds_sum{operation="createLead"}',
      'leads_store_call_duration_seconds_sum{call="addLead",outcome="done"}',
    ]) {
      const more = sample(after, series) - sample(before, series);
      expect(more, series).toBeGreaterThan(0);
      expect(more, series).toBeLessThan(seconds);
    }
    const lookUps = 'leads_store_call_duration_seconds_count{call="earlierDeal",outcome="done"}';
    expect(sample(after, lookUps)).toBe(1);
  });

  it('contain nothing that was sent, and get no new series from it', async () => {
    const series = async () =>
      [...(await scrape(server)).matchAll(/^leads_\w+(\{[^}]*\})?/gm)].map(([name]) => name).sort();
    const sendStrangeThings = async (index: number) => {
      const path = `/canary-${index}`;
      await send.send({ method: 'GET', path, headers: { 'x-request-id': `canary-${index}` } });
      await send.send({ method: 'REPORT', path: `/v1${path}`, headers: { 'x-api-key': keys.key } });
      await post({ ...lead, vendor_name: `canary-${index}` }, { 'idempotency-key': `canary-${index}` });
    };
    await sendStrangeThings(0);
    const before = await series();
    for (let index = 1; index <= 20; index += 1) await sendStrangeThings(index);
    expect(await series()).toEqual(before);
    expect(await scrape(server)).not.toMatch(/canary|acme|REPORT|5550102030/i);
  });

  it('are served in the format of Prometheus, only on their own port, which else only says that the process runs', async () => {
    const port = metricsOf(server);
    expect(port).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect((await fetch(port)).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
    expect((await fetch(port.replace('/metrics', '/'))).status).toBe(404);
    expect((await fetch(port, { method: 'POST' })).status).toBe(404);
    for (const path of ['/healthz', '/readyz'])
      expect(await (await fetch(port.replace('/metrics', path))).text()).toBe('ok\n');
  });
});

const program = fileURLToPath(new URL('../../../../src/bootstrap/server.ts', import.meta.url));

describe('metrics', () => {
  it('are of looking up keys, and leave the records of their use alone', async () => {
    const used: unknown[] = [];
    const keys = {
      find: async () => undefined,
      markUsed: async (...use: unknown[]) => void used.push(use),
    };
    const called = vi.fn();
    const at = new Date();
    await timedKeys(keys, called).find('digest');
    await timedKeys(keys, called).markUsed('key_1', at);
    expect(used).toEqual([['key_1', at]]);
    expect(called.mock.calls).toEqual([['findKey', 'done', expect.any(Number)]]);
  });

  it('tell calls that failed from calls to a store that was not available', async () => {
    const crm = new InMemoryCrm();
    const called = vi.fn();
    for (const error of [new Error('failed'), new StoreUnavailable('unavailable')]) {
      crm.statusOf = () => Promise.reject(error);
      await expect(timedCrm(crm, called).statusOf('1')).rejects.toBe(error);
    }
    expect(called.mock.calls.map(([call, outcome]) => [call, outcome])).toEqual([
      ['statusOf', 'failed'],
      ['statusOf', 'unavailable'],
    ]);
  });

  it('count calls to a store that cannot be reached, and leave its warning in the log', async () => {
    const dead = 'mongodb://127.0.0.1:9/x?serverSelectionTimeoutMS=50';
    await using server = await startServer({
      API_KEYS,
      METRICS_PORT: '0',
      LOG_LEVEL: 'warn',
      MONGODB_URI: dead,
    });
    for (const key of [keys.key, issuedKey()])
      expect((await fetch(`${server.url}/v1/lead/x`, { headers: { 'x-api-key': key } })).status).toBe(503);
    const text = await scrape(server);
    for (const call of ['statusOf', 'findKey'])
      expect(
        sample(text, `leads_store_call_duration_seconds_count{call="${call}",outcome="unavailable"}`),
        call,
      ).toBe(1);
    await expect.poll(() => server.written().out).toContain('MongoDB cannot be used');
  });

  it('and those who read them do not delay the end of the process', async () => {
    await using server = await startServer({ METRICS_PORT: '0', LOG_LEVEL: 'silent' });
    const { hostname, port } = new URL(metricsOf(server));
    const idle = connect(Number(port), hostname).on('error', () => {});
    await once(idle, 'connect');
    server.process.kill('SIGTERM');
    expect((await server.finished).code).toBe(0); // 1 if it has to be ended after 9.5 s
  });

  it('are off by default', async () => {
    await using server = await startServer({ LOG_LEVEL: 'silent' });
    expect(metricsOf(server)).toBe('not served');
  });

  it('prevent a start and name their setting if their port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const { code, err } = await run(process.execPath, [program], { PORT: '0', METRICS_PORT: String(port) })
      .finished;
    other.close();
    expect(code).toBe(1);
    expect(err).toContain('METRICS_PORT cannot be used');
  });

  it('prevent a start and name their setting if their host is not of this machine', async () => {
    const { err } = await run(process.execPath, [program], { METRICS_HOST: '192.0.2.1', METRICS_PORT: '0' })
      .finished;
    expect(err).toContain('METRICS_HOST is not an address of this machine');
  });

  it('are for this machine alone, whatever HOST is', async () => {
    await using server = await startServer({ HOST: '0.0.0.0', METRICS_PORT: '0', LOG_LEVEL: 'silent' });
    expect(metricsOf(server)).toMatch(/^http:\/\/127\.0\.0\.1:/);
  });

  it('are read with a query and probed with HEAD', async () => {
    await using server = await startServer({ METRICS_PORT: '0', LOG_LEVEL: 'silent' });
    const { send, close } = sender(metricsOf(server));
    const answers = [];
    for (const [method, path] of [
      ['GET', '/metrics?collect[]=x'],
      ['HEAD', '/metrics'],
      ['GET', '/metrics/'],
    ] as const)
      answers.push(await send({ method, path }));
    close();
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404]);
    expect(answers[0]?.text).toContain('leads_faults_total 0');
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(answers[0]?.text).toContain(`leads_build_info{version="${version}"} 1`);
    expect(answers[1]).toMatchObject({
      text: '',
      headers: { 'content-type': expect.stringContaining('0.0.4') },
    });
    expect(Number(answers[1]?.headers['content-length'])).toBeGreaterThan(1_000);
  });

  it.each(['reads', 'does not read'])(
    'neither hold vendors up nor fill the memory if somebody asks without end, and %s the answers',
    { timeout: 30_000 },
    async (reads) => {
      await using server = await startServer({ API_KEYS, METRICS_PORT: '0', LOG_LEVEL: 'silent' });
      const greedy = run(process.execPath, [
        '--import',
        endWithParent,
        greedyScraper,
        metricsOf(server),
        reads,
      ]);
      const { send, close } = sender(server.url);
      await greedy.said('asking');
      const headers = { 'x-api-key': keys.key };
      const end = performance.now() + 4_000;
      const waits: number[] = [];
      while (performance.now() < end) {
        const sent = performance.now();
        expect((await send({ method: 'GET', path: '/v1/lead/x', headers })).status).toBe(404);
        waits.push(performance.now() - sent);
      }
      close();
      greedy.process.kill('SIGKILL');
      await greedy.finished;
      const median = waits.toSorted((a, b) => a - b)[waits.length >> 1];
      expect(median).toBeLessThan(200);
      expect(residentMegabytes(server.process.pid)).toBeLessThan(512);
      expect(sample(await scrape(server), 'leads_faults_total')).toBe(0);
    },
  );

  it('do not take the blame for a wrong HOST', async () => {
    const { code, err } = await run(process.execPath, [program], { HOST: '192.0.2.1', METRICS_PORT: '0' })
      .finished;
    expect({ code, err }).toEqual({
      code: 1,
      err: 'HOST is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for every interface.\n',
    });
  });
});
