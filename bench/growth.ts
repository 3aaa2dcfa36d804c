import { parseArgs } from 'node:util';
import type { Db } from 'mongodb';
import { positive } from '../scripts/positive.ts';
import { writeSection } from '../scripts/section.ts';
import { startMongodb } from './database.ts';
import { load } from './load.ts';
import { type Figures, measure } from './measure.ts';
import { median, proportion, type Row, told, typical } from './report.ts';
import { API_KEY, newLead, statusOf, submit } from './requests.ts';
import { seed } from './seed.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/**
 * `npm run bench:growth`: what a lead costs as more and more are stored, and with several servers on one database. Only
 * a run without options rewrites the page.
 */

const { values: given } = parseArgs({
  options: {
    stored: { type: 'string', default: '1000,100000,1000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
  },
});
const sizes = given.stored.split(',').map(positive);
const rounds = positive(given.rounds);
const seconds = positive(given.seconds);
const file = 'src/bootstrap/server.ts';
const env = { API_KEYS: `bench:${API_KEY}`, LOG_LEVEL: 'silent' };

await using mongodb = await startMongodb();
const report = [told({ rounds, seconds, mongodb: mongodb.version }), await growth(), await processes()].join(
  '\n\n',
);
console.log(report);
if (process.argv.length === 2) writeSection('docs/scale.md', 'growth', report);

/**
 * Seeds all sizes first and measures them in turn, so that drift favours none. Each measurement starts after a
 * checkpoint: otherwise, what one size left to be written would be charged to the next.
 */
async function growth(): Promise<string> {
  const places = [];
  for (const size of sizes) {
    const uri = mongodb.freshDatabase();
    const ids = await seed(mongodb.database(uri), size, 'static:bench');
    const server = await startServer(file, { ...env, MONGODB_URI: uri });
    const status = statusOf(ids);
    for (const next of [newLead, status]) await load({ url: server.url, connections: 64, seconds: 10, next });
    places.push({ size, uri, server, status, checkpoints: [] as number[] });
    console.error(`${size} stored`);
  }
  await mongodb.settle();
  const rows: Row[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const { size, server, status, checkpoints } of places) {
      for (const [operation, next] of [['create', newLead] as const, ['read status', status] as const]) {
        const figures = await measure([server], mongodb, { connections: 64, seconds, next });
        rows.push({ target: `${size}`, store: 'mongodb', operation, connections: 64, round, ...figures });
        const checkpoint = (await mongodb.settle()) / (figures.rate * seconds);
        if (operation === 'create') checkpoints.push(checkpoint);
      }
    }
  }
  const minutes = await minuteOf(places);
  const plans = await plansAt(places.at(-1));
  for (const { server } of places) await server[Symbol.asyncDispose]();
  const tables = ['create', 'read status'].map((operation) =>
    table(
      `${operation}, 64 connections`,
      'stored',
      rows.filter((row) => row.operation === operation),
    ),
  );
  const settling = places.map(({ size, checkpoints }) => `${median(checkpoints).toFixed(0)} µs with ${size}`);
  const checkpoints = `A checkpoint right after those ${seconds} s of creates costs mongod, per lead created: ${settling.join(', ')} stored.`;
  return [...tables, checkpoints, minutes, plans].join('\n\n');
}

/** Measures for as long as MongoDB waits between two checkpoints, and counts one whole checkpoint. */
async function minuteOf(places: readonly { size: number; server: ServerProcess }[]): Promise<string> {
  const lines: string[] = [];
  let first: number | undefined;
  for (const { size, server } of places) {
    const figures = await measure([server], mongodb, { connections: 64, seconds: 60, next: newLead });
    const leads = figures.rate * 60;
    const mongod = figures.mongod + (await mongodb.settle()) / leads;
    const both = figures.cpu + mongod;
    first ??= both;
    const cells = [leads, figures.cpu, mongod, both].map((each) => each.toFixed(0));
    lines.push(`| ${[size, ...cells, (both / first).toFixed(2)].join(' | ')} |`);
  }
  return [
    '### create, 64 connections, a full minute plus a checkpoint',
    '',
    '| stored before | leads in this minute | server CPU µs/request | mongod CPU µs/request | both | × |',
    '|--:|--:|--:|--:|--:|--:|',
    ...lines,
  ].join('\n');
}

async function processes(): Promise<string> {
  const rows: Row[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const count of [1, 2, 4]) {
      const MONGODB_URI = mongodb.freshDatabase();
      const servers = await Promise.all(
        Array.from({ length: count }, () => startServer(file, { ...env, MONGODB_URI })),
      );
      const work = { connections: 64, next: newLead };
      await measure(servers, mongodb, { ...work, seconds: 5 });
      const figures: Figures = await measure(servers, mongodb, { ...work, seconds });
      rows.push({
        target: `${count}`,
        store: 'mongodb',
        operation: 'create',
        connections: 64,
        round,
        ...figures,
      });
      for (const server of servers) await server[Symbol.asyncDispose]();
    }
  }
  return table('create, 64 connections divided among several servers on one database', 'servers', rows);
}

function table(title: string, what: string, rows: readonly Row[]): string {
  const [first] = rows;
  const reference = rows.filter(({ target }) => target === first?.target);
  const lines = [...new Set(rows.map(({ target }) => target))].map((target) => {
    const own = rows.filter((row) => row.target === target);
    const figures = (['cpu', 'mongod', 'both', 'p99'] as const).flatMap((figure) => [
      typical(own, figure).toFixed(figure === 'p99' ? 1 : 0),
      proportion(own, reference, figure).toFixed(2),
    ]);
    return `| ${[target, typical(own, 'rate').toFixed(0), ...figures].join(' | ')} |`;
  });
  return [
    `### ${title}`,
    '',
    `| ${what} | requests/s | server CPU µs/request | × | mongod CPU µs/request | × | both | × | p99 ms | × |`,
    '|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...lines,
  ].join('\n');
}

/** How MongoDB ran every command that the server sent, from its own profiler. Throws if one scanned a collection. */
async function plansAt(
  place: { uri: string; size: number; server: { url: string } } | undefined,
): Promise<string> {
  if (!place) return '';
  const db = mongodb.database(place.uri);
  await db.command({ profile: 2 });
  const { url } = place.server;
  const lead = newLead();
  const id = await submit(url, lead); // a new customer, a returning one, the same request again, and its status
  for (let time = 0; time < 2; time += 1) await submit(url, lead, { 'idempotency-key': 'the same again' });
  await load({ url, connections: 2, seconds: 0.1, next: statusOf([id]) });
  await db.command({ profile: 0 });
  const plans = await profiled(db);
  if (plans.some(({ plan }) => plan.includes('COLLSCAN'))) throw new Error(JSON.stringify(plans));
  const sizes = await Promise.all(['contacts', 'deals'].map((name) => sizeOf(db, name)));
  const lines = plans.map(({ op, ns, plan, examined }) => `| ${op} | ${ns} | ${plan} | ${examined} |`);
  return [
    `### Query plans with ${place.size} leads stored`,
    '',
    '| command | collection | plan | most documents examined |',
    '|---|---|---|--:|',
    ...lines,
    '',
    ...sizes,
  ].join('\n');
}

/** The space that one document takes. */
async function sizeOf(db: Db, name: string): Promise<string> {
  const stats = await db.command({ collStats: name });
  const each = (bytes: number): string => `${Math.round(bytes / stats.count)} bytes`;
  return `- each document in \`${name}\`: ${each(stats.size)} of BSON, ${each(stats.storageSize)} on disk, and ${each(stats.totalIndexSize)} in ${stats.nindexes} indexes`;
}

async function profiled(db: Db) {
  const groups = await db
    .collection('system.profile')
    .aggregate([
      { $match: { ns: { $not: /system/ }, planSummary: { $exists: true } } },
      {
        $group: { _id: { op: '$op', ns: '$ns', plan: '$planSummary' }, examined: { $max: '$docsExamined' } },
      },
      { $sort: { '_id.ns': 1, '_id.op': 1 } },
    ])
    .toArray();
  return groups.map(({ _id, examined }) => ({
    op: String(_id.op),
    ns: String(_id.ns).replace(/^\w+\./, ''),
    plan: String(_id.plan),
    examined: Number(examined ?? 0),
  }));
}
