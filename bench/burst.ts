import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { positive } from '../scripts/positive.ts';
import { burstPlot } from './burst-plot.ts';
import { startMongodb } from './database.ts';
import { during } from './during.ts';
import { load } from './load.ts';
import { median, told } from './report.ts';
import { API_KEY, newLead } from './requests.ts';
import { startServer } from './server-process.ts';

/**
 * `npm run bench -- burst`: how long new connections wait for their first answer while 64 others keep the server busy, on
 * MongoDB. Only a run without options rewrites `results/burst.md` and its plot.
 */

const { values: given } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = positive(given.rounds);
const BUSY = 64;
const bursts = [64, 500];

const keys = { API_KEY, API_KEYS: `bench:${API_KEY}` };
const targets = {
  'node:http': ['bench/peers/raw.ts', keys],
  Fastify: ['bench/peers/fastify.ts', keys],
  'this service': ['src/bootstrap/server.ts', { ...keys, LOG_LEVEL: 'silent', DESK_PORT: '' }],
} as const;

/** The waits of each round in milliseconds, sorted. */
export type Waits = Readonly<Record<string, Readonly<Record<number, readonly (readonly number[])[]>>>>;

const names = Object.keys(targets);
const waits = Object.fromEntries(
  names.map((name) => [name, Object.fromEntries(bursts.map((count) => [count, [] as number[][]]))]),
);
const version = await during(await startMongodb(), async (mongodb) => {
  for (let round = 0; round < rounds; round += 1)
    for (const [name, [file, env]] of Object.entries(targets)) {
      const server = await startServer(file, { ...env, MONGODB_URI: mongodb.freshDatabase() });
      await during(server, ({ url }) => visit(name, url));
      console.error(`round ${round + 1} of ${rounds}: ${name}`);
    }
  return mongodb.version;
});

const report = [told({ rounds, seconds: 0, mongodb: version }), table()].join('\n\n');
console.log(report);
if (process.argv.length === 2) {
  writeFileSync('bench/results/burst.md', `# New connections beside busy ones\n\n${report}\n`);
  writeFileSync('docs/burst.svg', burstPlot(waits, bursts));
}

async function visit(name: string, url: string): Promise<void> {
  await load({ url, connections: BUSY, seconds: 2, next: newLead });
  const busy = new Worker(new URL('busy.ts', import.meta.url), { workerData: { url, connections: BUSY } });
  await once(busy, 'online');
  await sleep(1_000);
  for (const count of bursts) {
    waits[name]?.[count]?.push(await firstAnswers(url, count));
    await sleep(300);
  }
  await busy.terminate();
}

/** Opens connections at once, sends a lead over each, and resolves to how long each waited for its answer. */
async function firstAnswers(url: string, count: number): Promise<number[]> {
  const { hostname, port } = new URL(url);
  const began = performance.now();
  const took = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write(newLead(), 'latin1');
      await once(socket, 'data');
      socket.destroy();
      return performance.now() - began;
    }),
  );
  return took.toSorted((a, b) => a - b);
}

function table(): string {
  const lines = ['| new connections | | p50 ms | p99 ms | p99 × node:http |', '|--:|---|--:|--:|--:|'];
  const at = (name: string, count: number, share: number): number =>
    median(
      (waits[name]?.[count] ?? []).map((sorted) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN),
    );
  for (const count of bursts)
    for (const name of names) {
      const ratio = at(name, count, 0.99) / at('node:http', count, 0.99);
      const figures = [at(name, count, 0.5).toFixed(0), at(name, count, 0.99).toFixed(0), ratio.toFixed(2)];
      lines.push(`| ${[count, name, ...figures].join(' | ')} |`);
    }
  return lines.join('\n');
}
