import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_KEYS, keys } from '../../../support/lead-server.ts';
import { freshDatabase, noMongodb } from '../../../support/mongodb.ts';
import { run, type ServerProcess, startServer } from '../../../support/processes.ts';
import { sender } from '../../../support/socket.ts';

const metricsOf = (server: ServerProcess): string =>
  /Metrics +(\S+)/.exec(server.written().out)?.[1] ?? 'not served';

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
      LOG_LEVEL: 'silent',
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
    expect(sample(text, 'leads_store_call_duration_seconds_count{call="addDeal",outcome="done"}')).toBe(20);
    expect(sample(text, 'leads_store_call_duration_seconds_count{call="statusOf",outcome="done"}')).toBe(1);
    expect(sample(text, 'leads_store_batch_size_sum{batch="deals.add"}')).toBe(20);
    expect(sample(text, 'leads_store_batch_size_sum{batch="deals.statuses"}')).toBe(1);
    expect(sample(text, 'leads_faults_total')).toBe(0);
    expect(sample(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
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

  it('are served only on their own port, which serves nothing else', async () => {
    const port = metricsOf(server);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
    expect((await fetch(port.replace('/metrics', '/'))).status).toBe(404);
    expect((await fetch(port, { method: 'POST' })).status).toBe(404);
  });
});

const program = fileURLToPath(new URL('../../../../src/bootstrap/server.ts', import.meta.url));

describe('metrics', () => {
  it('count calls to a store that cannot be reached', async () => {
    const dead = 'mongodb://127.0.0.1:9/x?serverSelectionTimeoutMS=50';
    await using server = await startServer({
      API_KEYS,
      METRICS_PORT: '0',
      LOG_LEVEL: 'silent',
      MONGODB_URI: dead,
    });
    await fetch(`${server.url}/v1/lead/x`, { headers: { 'x-api-key': keys.key } });
    const series = 'leads_store_call_duration_seconds_count{call="statusOf",outcome="unavailable"}';
    expect(sample(await scrape(server), series)).toBe(1);
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

  it('do not take the blame for a wrong HOST', async () => {
    const { code, err } = await run(process.execPath, [program], { HOST: '192.0.2.1', METRICS_PORT: '0' })
      .finished;
    expect({ code, err }).toEqual({ code: 1, err: 'HOST is not an address of this machine.\n' });
  });
});
