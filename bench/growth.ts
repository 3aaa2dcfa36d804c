import { parseArgs } from 'node:util';
import type { Db } from 'mongodb';
import { positive } from '../scripts/positive.ts';
import { writeSection } from '../scripts/section.ts';
import { startMongodb } from './database.ts';
import { load } from './load.ts';
import { measure } from './measure.ts';
import { distinct, type Row, told, typical } from './report.ts';
import { API_KEY, newLead, statusOf, submit } from './requests.ts';
import { seed } from './seed.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/**
 * `npm run bench -- growth`: what a lead costs as more and more are stored, and with several servers on one database. Only
 * a run without options rewrites the page.
 */

const { values: given } = parseArgs({
  options: {
    stored: { type: 'string', default: '1000,100000,1000000' },
    rounds: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '60' }, // as long as MongoDB waits between two checkpoints
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
if (process.argv.length === 2) writeSection('docs/performance.md', 'growth', report);

/** Seeds all sizes first and measures them in turn, so that drift favours none. */
async function growth(): Promise<string> {
  const places = [];
  for (const size of sizes) {
    const uri = mongodb.freshDatabase();
    await seed(mongodb.database(uri), size, 'static:bench');
    const server = await startServer(file, { ...env, MONGODB_URI: uri });
    await load({ url: server.url, connections: 64, seconds: 10, next: newLead });
    places.push({ size, uri, server });
    console.error(`${size} stored`);
  }
  const rows: Row[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const { size, server } of places) {
      rows.push({ target: `${size}`, round, ...(await creates([server])) });
    }
  }
  for (const { uri, server } of places) await checkPlans(mongodb.database(uri), server.url);
  const largest = places.at(-1);
  const sizesOnDisk = largest ? await spaceIn(mongodb.database(largest.uri), largest.size) : '';
  for (const { server } of places) await server[Symbol.asyncDispose]();
  return `${table('leads stored', rows)}\n\n${sizesOnDisk}`;
}

/** Measures between two checkpoints, and counts the second: writing a lead to its place on disk is part of its cost. */
async function creates(servers: readonly ServerProcess[]): Promise<Omit<Row, 'target' | 'round'>> {
  await mongodb.settle();
  const figures = await measure(servers, mongodb, { connections: 64, seconds, next: newLead });
  const database = figures.database + (await mongodb.settle()) / (figures.rate * seconds);
  return { store: 'mongodb', operation: 'create', connections: 64, ...figures, database };
}

async function processes(): Promise<string> {
  const rows: Row[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const count of [1, 2, 4]) {
      const MONGODB_URI = mongodb.freshDatabase();
      const servers = await Promise.all(
        Array.from({ length: count }, () => startServer(file, { ...env, MONGODB_URI })),
      );
      await measure(servers, mongodb, { connections: 64, seconds: 5, next: newLead });
      rows.push({ target: `${count}`, round, ...(await creates(servers)) });
      for (const server of servers) await server[Symbol.asyncDispose]();
    }
  }
  return table('servers', rows);
}

function table(what: string, rows: readonly Row[]): string {
  const lines = distinct(rows.map(({ target }) => target)).map((target) => {
    const own = rows.filter((row) => row.target === target);
    const figures = (['rate', 'cpu', 'database', 'p99'] as const).map((figure) =>
      typical(own, figure).toFixed(0),
    );
    return `| ${[target, ...figures].join(' | ')} |`;
  });
  return [
    `| ${what} | requests/s | server CPU µs | mongod CPU µs | p99 ms |`,
    '|--:|--:|--:|--:|--:|',
    ...lines,
  ].join('\n');
}

/** Throws if MongoDB scanned a collection for a new lead, a returning customer, the same request again, or a status. */
async function checkPlans(db: Db, url: string): Promise<void> {
  await db.command({ profile: 2 });
  const lead = newLead();
  const id = await submit(url, lead);
  for (let time = 0; time < 2; time += 1) await submit(url, lead, { 'idempotency-key': 'the same again' });
  await load({ url, connections: 2, seconds: 0.1, next: statusOf([id]) });
  await db.command({ profile: 0 });
  const profiled = db.collection('system.profile');
  const scan = await profiled.findOne({ ns: { $not: /system/ }, planSummary: /COLLSCAN/ });
  if (scan) throw new Error(`a collection was scanned: ${JSON.stringify(scan)}`);
  const planned = await profiled.countDocuments({ ns: { $not: /system/ }, planSummary: /IXSCAN/ });
  if (planned === 0) throw new Error('no command used an index: were any profiled?');
}

/** The space that one document takes, with its share of the indexes. */
async function spaceIn(db: Db, stored: number): Promise<string> {
  const parts = await Promise.all(
    ['contacts', 'deals'].map(async (name) => {
      const { storageSize, totalIndexSize, count } = await db.command({ collStats: name });
      const each = (bytes: number): string => `${Math.round(bytes / count)} bytes`;
      return `each document in \`${name}\` takes ${each(storageSize)} on disk and ${each(totalIndexSize)} in indexes`;
    }),
  );
  return `With ${stored} leads stored, ${parts.join('; ')}.`;
}
