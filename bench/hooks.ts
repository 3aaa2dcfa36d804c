import { setTimeout as sleep } from 'node:timers/promises';
import { writeSection } from '../scripts/section.ts';
import { MongoConnection } from '../src/adapters/outbound/mongodb/connection/connection.ts';
import { MongoBackOffice } from '../src/adapters/outbound/mongodb/leads/mongo-back-office.ts';
import { MongoCrm } from '../src/adapters/outbound/mongodb/leads/mongo-crm.ts';
import { MongoDeliveries } from '../src/adapters/outbound/mongodb/webhooks/mongo-deliveries.ts';
import { MongoHooks } from '../src/adapters/outbound/mongodb/webhooks/mongo-hooks.ts';
import { deliveriesOf, deliveryId } from '../src/adapters/outbound/mongodb/webhooks/stored-delivery.ts';
import { changeDeals } from '../src/application/leads/change-deals.ts';
import { type Deal, moveDeal } from '../src/domain/deal.ts';
import { openHook, pauseHook } from '../src/domain/hook.ts';
import { hookEventTypes, leadReceived, statusChanged } from '../src/domain/lead-event.ts';
import { dealOf } from '../src/testing/samples.ts';
import { type CommandRates, startMongodb, sumOf } from './database.ts';
import { load } from './load.ts';
import { startReceiver } from './receiver-process.ts';
import { median, told } from './report.ts';
import { API_KEY, newLead } from './requests.ts';
import { cpuOf, startServer } from './server-process.ts';

/**
 * `npm run bench -- hooks`: how soon events arrive, how many a second, and what they cost a lead. Rewrites the page, unless it
 * is told one part (`busy`).
 */

const ROUNDS = 3;
const SECONDS = 6;
const MANY = 1_000;
const BIG = 150_000;
const PAIRS = 8;
/** Twice as long as from one look at what is due with time to the next. */
const IDLE_MS = 30_000;
const file = 'src/bootstrap/server.ts';
const env = { API_KEYS: `bench:${API_KEY}`, LOG_LEVEL: 'silent' };

await using mongodb = await startMongodb();
await using receiver = await startReceiver();
const { url: counts, hanging: hangs, arrivals, messages } = receiver;
const now = () => performance.timeOrigin + performance.now();

const [only] = process.argv.slice(2);
const parts = { latency, throughput, idle, busy, big, cost };
const lines: string[] = [];
for (const [name, measure] of Object.entries(parts))
  if (only === undefined || only === name) lines.push(await measure());
const report = [
  told({ rounds: ROUNDS, seconds: SECONDS, mongodb: mongodb.version }),
  lines.filter((line) => line.startsWith('-')).join('\n'),
  ...lines.filter((line) => line.startsWith('|')),
].join('\n\n');
console.log(report);
if (only === undefined) writeSection('docs/performance.md', 'hooks', report);

async function withHook(url: string | undefined) {
  const uri = mongodb.freshDatabase();
  const connection = new MongoConnection(uri);
  const hooks = new MongoHooks(connection);
  const hook = openHook({ id: 'hook_1', url: url ?? '', vendorId: undefined, created: new Date() });
  if (url) await hooks.add(hook);
  return { uri, connection, hooks, hook };
}

/** So many webhooks beside the first, of vendors of their own. */
async function addMany({ hooks }: Pick<Awaited<ReturnType<typeof withHook>>, 'hooks'>): Promise<string[]> {
  const ids = Array.from({ length: MANY }, (_, n) => `hook_many_${n}`);
  const add = (id: string) =>
    hooks.add(openHook({ id, url: `${counts}${id}`, vendorId: `ven_${id}`, created: new Date() }));
  for (let n = 0; n < MANY; n += 100) await Promise.all(ids.slice(n, n + 100).map(add));
  return ids;
}

/**
 * What a process asks of the database while nothing is due to many webhooks, and how soon a move arrives then. Printed beside
 * it: every command, also of a process without webhooks, and of one that leaves them to others.
 */
async function idle(): Promise<string> {
  const made = await withHook(undefined);
  await made.hooks.hooks(); // connects: its heartbeats are none of the process's
  const without = await mongodb.commandsASecond(IDLE_MS);
  const asked = async (what: string, more = {}) => {
    await using _server = await startServer(file, { ...env, ...more, MONGODB_URI: made.uri });
    await sleep(4_000);
    const rates = await mongodb.commandsASecond(IDLE_MS);
    console.log(`${what}: ${byName(rates, without)}`);
    return sumOf(rates) - sumOf(without);
  };
  await asked('no deliverer', { DELIVERIES: 'elsewhere' });
  await asked('no webhook');
  await addMany(made);
  const plain = await asked(`${MANY} webhooks`);
  const reminded = openHook({
    id: 'hook_reminded',
    url: counts,
    vendorId: undefined,
    events: hookEventTypes,
    created: new Date(),
  });
  await made.hooks.add(reminded);
  const reminding = await asked('one more, that is told of all events');
  await made.connection.close();
  return `- With ${MANY} webhooks to which nothing is due, a process sends ${plain.toFixed(1)} commands a second; with one more that is told of late answers and follow-ups, ${reminding.toFixed(1)}. ${await latency('beside')}`;
}

/** What there is more of than without. */
function byName(rates: CommandRates, without: CommandRates): string {
  return [...rates]
    .map(([name, rate]) => [name, rate - (without.get(name) ?? 0)] as const)
    .filter(([, rate]) => rate >= 0.05)
    .sort(([, a], [, b]) => b - a)
    .map(([name, rate]) => `${name} ${rate.toFixed(1)}`)
    .join(', ');
}

/**
 * A vendor's leads while each of many webhooks has events waiting, beside the same without: two servers, of which the
 * one that is not measured is stopped.
 */
async function busy(): Promise<string> {
  const start = async () => {
    const made = await withHook(undefined);
    const ids = await addMany(made);
    return { ...made, ids, server: await startServer(file, { ...env, MONGODB_URI: made.uri }) };
  };
  const [quiet, posting] = [await start(), await start()];
  await using _quiet = quiet.server;
  await using _posting = posting.server;
  const p50Of = async ({ server }: typeof quiet) => {
    process.kill(server.pid, 'SIGCONT');
    await sleep(300);
    const { p50 } = await load({ url: server.url, connections: 8, seconds: 2, next: newLead });
    process.kill(server.pid, 'SIGSTOP');
    return p50;
  };
  await p50Of(quiet);
  await p50Of(posting);
  const crm = new MongoCrm(posting.connection);
  for (let n = 0; n < 16; n += 1) {
    const deal = dealOf({}, { contactId: 'contact-1' });
    await crm.addDeal(deal, [{ event: leadReceived(deal), hooks: posting.ids }]);
  }
  const before = messages();
  const p50s: { without: number; busy: number }[] = [];
  while (p50s.length < PAIRS && messages() - before < 15 * MANY)
    p50s.push({ without: await p50Of(quiet), busy: await p50Of(posting) });
  const rate = (messages() - before) / (p50s.length * 2.3);
  await Promise.all([quiet, posting].map(({ connection }) => connection.close()));
  const ratio = median(p50s.map((each) => each.busy / each.without));
  const [without, beside] = [median(p50s.map((each) => each.without)), median(p50s.map((each) => each.busy))];
  return `- While ${MANY} webhooks have 16 events each that are due, a vendor with eight connections waits ${beside.toFixed(1)} ms at the median, without them ${without.toFixed(1)} ms: ${ratio.toFixed(2)} times (${p50s.length} pairs of 2 s). Meanwhile ${rate.toFixed(0)} events a second are posted.`;
}

/** A vendor's leads while an operator's process replays and removes a webhook with many deliveries, beside the same without. */
async function big(): Promise<string> {
  const { uri, connection, hooks, hook } = await withHook(hangs);
  await hooks.change(hook.id, (known) => pauseHook(known, new Date(), 'operator'));
  const at = new Date();
  const stored = (n: number) => {
    const event = { id: `evt_${n}`, type: 'lead.received', at, leadId: `lead-${n}` } as const;
    const tries = [{ at, status: 200, duration: 9, error: undefined, answer: undefined }];
    return { _id: deliveryId(hook.id, event.id), hookId: hook.id, event, tries, tried: at, kept: at };
  };
  for (let n = 0; n < BIG; n += 10_000) {
    const some = Array.from({ length: 10_000 }, (_, more) => stored(n + more));
    await connection.use((db) => deliveriesOf(db).insertMany(some, { ordered: false }));
  }
  await mongodb.settle();
  await using server = await startServer(file, { ...env, MONGODB_URI: uri });
  const p50Of = async (seconds: number) =>
    (await load({ url: server.url, connections: 8, seconds, next: newLead })).p50;
  await p50Of(3);
  const operating = MongoConnection.forOperator(uri);
  /** Of a second each, for as long as the work goes on. */
  const beside = async (work: Promise<unknown>) => {
    let isGoingOn = true;
    const end = work.finally(() => {
      isGoingOn = false;
    });
    const p50s: number[] = [];
    while (isGoingOn) p50s.push(await p50Of(1));
    await end;
    return median(p50s);
  };
  const without = await p50Of(SECONDS);
  const replayed = await beside(
    new MongoDeliveries(connection, operating).replay(hook.id, { since: new Date(0) }, new Date()),
  );
  const between = await p50Of(SECONDS);
  const removed = await beside(new MongoHooks(connection, () => operating).remove(hook.id));
  await Promise.all([connection.close(), operating.close()]);
  const ratio = (ms: number, to: number) => `${ms.toFixed(1)} ms (${(ms / to).toFixed(2)} times)`;
  return `- While somebody replays a webhook with ${BIG} deliveries, a vendor with eight connections waits ${ratio(replayed, without)} at the median; while it is removed, ${ratio(removed, between)}.`;
}

/** From a move by somebody else, as on the command line, to its arrival. */
async function latency(beside?: 'beside'): Promise<string> {
  const made = await withHook(counts);
  const { uri, connection, hooks } = made;
  if (beside) await addMany(made);
  const crm = new MongoCrm(connection);
  const backOffice = new MongoBackOffice(connection);
  await using _server = await startServer(file, { ...env, MONGODB_URI: uri });
  await sleep(3_000);
  const waits: number[] = [];
  for (let n = 0; n < 100; n += 1) {
    const deal = dealOf({}, { contactId: 'contact-1' });
    await crm.addDeal(deal);
    await sleep(Math.random() * 200);
    const began = now();
    const change = { at: new Date(), by: 'bench', reason: undefined };
    await changeDeals({ backOffice, knownHooks: () => hooks.hooks() }, [deal.id], (kept) =>
      moveDeal(kept, 'Won', change),
    );
    const { id } = statusChanged(deal, { status: 'Won', ...change });
    while (!arrivals.has(id)) await sleep(2);
    waits.push((arrivals.get(id) ?? 0) - began);
  }
  await connection.close();
  waits.sort((a, b) => a - b);
  return `${beside ? '' : '- '}From a move to its arrival, one at a time: p50 ${at(waits, 0.5)} ms, p95 ${at(waits, 0.95)} ms.`;
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
