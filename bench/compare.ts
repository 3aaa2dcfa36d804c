import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { positive } from '../scripts/positive.ts';
import { startMongodb } from './database.ts';
import { during } from './during.ts';
import { load } from './load.ts';
import { measure } from './measure.ts';
import { comparisonPlot } from './plot.ts';
import { comparison, type Row } from './report.ts';
import { API_KEY, newLead, newLeadWithKey, statusOf, submitLeads } from './requests.ts';
import { startServer } from './server-process.ts';

/**
 * `npm run bench`: this service compared with bare node:http, a batcher written by hand and plain Fastify, on MongoDB, in a
 * file and in memory. Only a run without options rewrites the page.
 */

const { values: given } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string' },
    store: { type: 'string' },
  },
});
const usual = given.quick ? '1' : '3';
const rounds = positive(given.rounds ?? usual);
const seconds = positive(given.seconds ?? usual);
const warmUp = given.quick ? 2 : 5;
/** A caller who is alone tells something of MongoDB and the file only. */
const connectionsFor = (store: string): number[] =>
  (given.connections ?? (store === 'memory' ? '64' : '1,64')).split(',').map(positive);
const known = ['mongodb', 'file', 'memory'];
const stores = (given.store ?? known.join(',')).split(',');
for (const store of stores)
  if (!known.includes(store)) throw new TypeError(`"${store}" is none of ${known.join(', ')}`);

const ours = 'src/bootstrap/server.ts';
const keys = { API_KEY, API_KEYS: `bench:${API_KEY}` };

const compared = {
  reference: 'node:http',
  batched: 'batched by hand',
  service: 'this service',
  logging: 'this service, logging',
};
const silent = { ...keys, LOG_LEVEL: 'silent', DESK_PORT: '' };
const targets = [
  { name: compared.reference, file: 'bench/peers/raw.ts', env: keys, on: known },
  { name: compared.batched, file: 'bench/peers/raw.ts', env: { ...keys, BATCHED: '1' }, on: ['mongodb'] },
  { name: 'Fastify', file: 'bench/peers/fastify.ts', env: keys, on: known },
  { name: compared.service, file: ours, env: silent, on: known },
  { name: compared.logging, file: ours, env: { ...silent, LOG_LEVEL: 'info' }, on: known },
];

const mongodb = stores.includes('mongodb') ? await startMongodb() : undefined;
const rows: Row[] = [];
try {
  for (let round = 0; round < rounds; round += 1)
    for (const store of stores) {
      // Each round starts with a different one, so that drift favours none of them.
      for (const place of targets.keys()) await visit((place + round) % targets.length, store, round);
    }
} finally {
  await mongodb?.[Symbol.asyncDispose]();
}
const plot = comparisonPlot(rows);
const report = comparison(rows, compared, { rounds, seconds, mongodb: mongodb?.version });
console.log(report);
if (process.argv.length === 2) {
  writeFileSync('docs/performance.svg', plot);
  writeFileSync('bench/results/compare.md', `# Beside other servers\n\n${report}\n`);
}

async function visit(index: number, store: string, round: number): Promise<void> {
  const target = targets[index];
  if (!target?.on.includes(store)) return;
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const address = {
    ...(mongodb && store === 'mongodb' && { MONGODB_URI: mongodb.freshDatabase() }),
    ...(store === 'file' && { DATA_FILE: join(folder, 'leads.db') }),
  };
  const database = store === 'mongodb' ? mongodb : undefined;
  const started = await startServer(target.file, { ...target.env, ...address });
  await during(started, async (server) => {
    const operations = {
      create: newLead,
      'create with an Idempotency-Key': newLeadWithKey,
      'read status': statusOf(await submitLeads(server.url, 200)),
    };
    for (const next of Object.values(operations)) {
      await load({ url: server.url, connections: 64, seconds: warmUp, next }); // until the JIT compiler has done its work
    }

    for (const count of connectionsFor(store)) {
      for (const [operation, next] of Object.entries(operations)) {
        await load({ url: server.url, connections: count, seconds: seconds / 3, next });
        const figures = await measure(server, database, { connections: count, seconds, next });
        rows.push({ target: target.name, store, operation, connections: count, round, ...figures });
      }
    }
  });
  rmSync(folder, { recursive: true });
  console.error(`round ${round + 1} of ${rounds}, ${store}: ${target.name}`);
}
