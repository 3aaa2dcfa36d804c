import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeSection } from '../scripts/section.ts';
import { MongoConnection } from '../src/adapters/outbound/mongodb/connection/connection.ts';
import { MongoBackOffice } from '../src/adapters/outbound/mongodb/leads/mongo-back-office.ts';
import { MongoCrm } from '../src/adapters/outbound/mongodb/leads/mongo-crm.ts';
import { MongoHooks } from '../src/adapters/outbound/mongodb/webhooks/mongo-hooks.ts';
import { changeStatus } from '../src/application/change-status.ts';
import type { Deal } from '../src/domain/deal.ts';
import { openHook } from '../src/domain/hook.ts';
import { leadReceived } from '../src/domain/lead-event.ts';
import { dealOf } from '../src/testing/samples.ts';
import { startMongodb } from './database.ts';
import { load } from './load.ts';
import { median, told } from './report.ts';
import { API_KEY, newLead } from './requests.ts';
import { cpuOf, startServer } from './server-process.ts';

/** `npm run bench:hooks`: how soon events arrive, how many a second, and what they cost a lead. Rewrites the page. */

const ROUNDS = 3;
const SECONDS = 6;
const file = 'src/bootstrap/server.ts';
const env = { API_KEYS: `bench:${API_KEY}`, LOG_LEVEL: 'silent' };

await using mongodb = await startMongodb();
const arrivals = new Map<string, number>();
const counting = createServer(async (request, response) => {
  for await (const _ of request);
  arrivals.set(String(request.headers['webhook-id']), performance.now());
  response.writeHead(204).end();
});
const hanging = createServer(() => {});
const [counts, hangs] = await Promise.all([counting, hanging].map(listen));

const report = [
  told({ rounds: ROUNDS, seconds: SECONDS, mongodb: mongodb.version }),
  [await latency(), await throughput()].join('\n'),
  await cost(),
].join('\n\n');
console.log(report);
writeSection('docs/performance.md', 'hooks', report);
for (const server of [counting, hanging]) server.close();

async function listen(server: typeof counting): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function withHook(url: string | undefined) {
  const uri = mongodb.freshDatabase();
  const connection = new MongoConnection(uri);
  const hooks = new MongoHooks(connection);
  const hook = openHook({ id: 'hook_1', url: url ?? '', vendorId: undefined, created: new Date() });
  if (url) await hooks.add(hook);
  return { uri, connection, hooks, hook };
}

/** From a move by somebody else, as on the command line, to its arrival. */
async function latency(): Promise<string> {
  const { uri, connection, hooks } = await withHook(counts);
  const crm = new MongoCrm(connection);
  const backOffice = new MongoBackOffice(connection);
  await using _server = await startServer(file, { ...env, MONGODB_URI: uri });
  await sleep(3_000);
  const waits: number[] = [];
  for (let n = 0; n < 100; n += 1) {
    const deal = dealOf({}, { contactId: 'contact-1' });
    await crm.addDeal(deal);
    await sleep(Math.random() * 200);
    const began = performance.now();
    const change = { at: new Date(), by: 'bench', reason: undefined };
    await changeStatus({ backOffice, knownHooks: () => hooks.hooks() }, deal.id, 'Won', change);
    const id = `evt_${deal.id}_1`;
    while (!arrivals.has(id)) await sleep(2);
    waits.push((arrivals.get(id) ?? 0) - began);
  }
  await connection.close();
  waits.sort((a, b) => a - b);
  return `- From a move to its arrival, one at a time: p50 ${at(waits, 0.5)} ms, p95 ${at(waits, 0.95)} ms.`;
}

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0);
}

/** Of events that wait already. */
async function throughput(): Promise<string> {
  const { uri, connection, hook } = await withHook(counts);
  const crm = new MongoCrm(connection);
  const announced = Array.from({ length: 10_000 }, () =>
    dealOf({}, { contactId: 'contact-1', receivedAt: new Date() }),
  );
  const add = (deal: Deal) => crm.addDeal(deal, [{ event: leadReceived(deal), hooks: [hook.id] }]);
  for (let n = 0; n < announced.length; n += 500) await Promise.all(announced.slice(n, n + 500).map(add));
  await connection.close();
  arrivals.clear();
  await using _server = await startServer(file, { ...env, MONGODB_URI: uri });
  while (arrivals.size < announced.length) await sleep(20);
  const times = [...arrivals.values()].sort((a, b) => a - b);
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000;
  return `- One process delivers ${Math.round(announced.length / seconds)} events a second to one receiver.`;
}

/** Of leads from 64 connections. */
async function cost(): Promise<string> {
  const kinds = [
    ['no webhook', undefined],
    ['one of the operator’s', counts],
    ['one that hangs', hangs],
  ] as const;
  const rows: { kind: string; cpu: number; mongod: number; p99: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [kind, url] of kinds) {
      const { uri, connection } = await withHook(url);
      await connection.close();
      await using server = await startServer(file, { ...env, MONGODB_URI: uri });
      await load({ url: server.url, connections: 64, seconds: 4, next: newLead });
      const before = { server: cpuOf(server.pid), mongod: mongodb.cpu() };
      const { answers, p99 } = await load({
        url: server.url,
        connections: 64,
        seconds: SECONDS,
        next: newLead,
      });
      const cpu = (cpuOf(server.pid) - before.server) / answers;
      rows.push({ kind, cpu, mongod: (mongodb.cpu() - before.mongod) / answers, p99 });
    }
  const figure = (kind: string, of: 'cpu' | 'mongod' | 'p99') =>
    median(rows.filter((row) => row.kind === kind).map((row) => row[of]));
  const [[first]] = kinds;
  const lines = kinds.map(([kind]) => {
    const cell = (of: 'cpu' | 'mongod' | 'p99') =>
      `${figure(kind, of).toFixed(0)} (${(figure(kind, of) / figure(first, of)).toFixed(2)})`;
    return `| ${kind} | ${cell('cpu')} | ${cell('mongod')} | ${cell('p99')} |`;
  });
  return ['| a lead, with | server CPU µs | mongod CPU µs | p99 ms |', '|---|--:|--:|--:|', ...lines].join(
    '\n',
  );
}
