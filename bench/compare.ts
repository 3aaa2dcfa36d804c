import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { positive } from '../scripts/positive.ts';
import { writeSection } from '../scripts/section.ts';
import { startMongodb } from './database.ts';
import { load } from './load.ts';
import { measure } from './measure.ts';
import { comparisonPlot } from './plot.ts';
import { comparison, type Row } from './report.ts';
import { API_KEY, newLead, newLeadWithKey, statusOf, submitLeads } from './requests.ts';
import { startServer } from './server-process.ts';

/**
 * `npm run bench`: this service compared with bare node:http and plain Fastify, on MongoDB and in memory. Only a
 * run without options rewrites the page.
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
/** In memory a caller who is alone waits for nothing: there, many at once tell enough. */
const connectionsFor = (store: string): number[] =>
  (given.connections ?? (store === 'mongodb' ? '1,64' : '64')).split(',').map(positive);
const stores = (given.store ?? 'mongodb,memory').split(',');
for (const store of stores)
  if (!['mongodb', 'memory'].includes(store)) throw new TypeError(`"${store}" is neither mongodb nor memory`);

const ours = 'src/bootstrap/server.ts';
const keys = { API_KEY, API_KEYS: `bench:${API_KEY}` };

const compared = {
  reference: 'node:http',
  service: 'this service',
  logging: 'this service, logging',
};
const targets = [
  { name: compared.reference, file: 'bench/peers/raw.ts', env: keys },
  { name: 'Fastify', file: 'bench/peers/fastify.ts', env: keys },
  { name: compared.service, file: ours, env: { ...keys, LOG_LEVEL: 'silent' } },
  { name: compared.logging, file: ours, env: { ...keys, LOG_LEVEL: 'info' } },
];

await using mongodb = stores.includes('mongodb') ? await startMongodb() : undefined;
const rows: Row[] = [];
for (let round = 0; round < rounds; round += 1) {
  for (const store of stores) {
    // Each round starts with a different one, so that drift favours none of them.
    for (const place of targets.keys()) await visit((place + round) % targets.length, store, round);
  }
}
const plot = comparisonPlot(rows);
const report = comparison(rows, compared, { rounds, seconds, mongodb: mongodb?.version });
console.log(report);
if (process.argv.length === 2) {
  writeFileSync('docs/performance.svg', plot);
  writeSection('docs/performance.md', 'bench', report);
}

async function visit(index: number, store: string, round: number): Promise<void> {
  const target = targets[index];
  if (!target) return;
  const MONGODB_URI = store === 'mongodb' ? mongodb?.freshDatabase() : undefined;
  await using server = await startServer(target.file, { ...target.env, ...(MONGODB_URI && { MONGODB_URI }) });
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
      const figures = await measure([server], mongodb, { connections: count, seconds, next });
      rows.push({ target: target.name, store, operation, connections: count, round, ...figures });
    }
  }
  console.error(`round ${round + 1} of ${rounds}, ${store}: ${target.name}`);
}
