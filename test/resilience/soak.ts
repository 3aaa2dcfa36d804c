import { setTimeout as sleep } from 'node:timers/promises';
import { positive } from '../../scripts/positive.ts';
import { findMongod } from '../support/mongod-binary.ts';
import { startReplicaSet } from '../support/replica-set.ts';
import { Crowd } from './parts/crowd.ts';
import { type Memory, ServerProcess } from './parts/server-process.ts';
import { readVerdict } from './parts/verdict.ts';

/** `node test/resilience/soak.ts [minutes]`: steady load, and the server's memory over time. */
const minutes = positive(process.argv[2] ?? '20');
const binary = await findMongod();
if (!binary) throw new Error('no mongod');

/** Growth of bytes in use per lead: noise stays below it; a service that keeps a reference to each lead is above. */
const KEPT_LIMIT = 50;

type Sample = Memory & { readonly at: number };

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);

/** Bytes per hour, by least squares. */
function slope(samples: readonly Sample[], of: keyof Memory): number {
  const [at, bytes] = [mean(samples.map((each) => each.at)), mean(samples.map((each) => each[of]))];
  const rise = samples.reduce((sum, each) => sum + (each.at - at) * (each[of] - bytes), 0);
  return (rise / samples.reduce((sum, each) => sum + (each.at - at) ** 2, 0)) * 3_600_000;
}

function quarters(samples: readonly Sample[], of: keyof Memory): string {
  const bounds = [0, 1, 2, 3, 4].map((n) => Math.round((n * samples.length) / 4));
  const parts = bounds.slice(1).map((end, n) => samples.slice(bounds[n], end).map((each) => each[of]));
  return parts.map((part) => megabytes(mean(part))).join(', ');
}

const set = await startReplicaSet(binary, [{}]);
const server = await ServerProcess.start({ MONGODB_URI: set.uri, LOG_LEVEL: 'info' }, 'measured');
try {
  const crowd = new Crowd({ clients: 10, pause: 90, url: () => server.url });
  const samples: Sample[] = [];
  while (crowd.now < minutes * 60_000) {
    await sleep(15_000);
    samples.push({ at: crowd.now, ...(await server.memory()) });
  }
  await crowd.end();
  const { lost, doubled, orphaned } = await readVerdict(set.uri, crowd.acknowledged);
  const warm = samples.slice(Math.floor(samples.length / 2)); // all is compiled and all buffers have their size
  const leadsAnHour = (crowd.acknowledged.length / crowd.now) * 3_600_000;
  const kept = slope(warm, 'inUse') / leadsAnHour;
  const rows = [
    ['Minutes', minutes],
    ['Leads acknowledged / lost / duplicated', `${crowd.acknowledged.length} / ${lost} / ${doubled}`],
    ['In use after garbage collection, by quarter, MB', quarters(samples, 'inUse')],
    ['Its slope in the second half, MB per hour', megabytes(slope(warm, 'inUse'))],
    ['The same per lead, bytes', kept.toFixed(0)],
    ['The whole process (RSS), by quarter, MB', quarters(samples, 'rss')],
    ['Its slope in the second half, MB per hour', megabytes(slope(warm, 'rss'))],
  ];
  for (const [name, value] of rows) console.log(`| ${name} | ${value} |`);
  if (crowd.wrong.length > 0) console.error(`Wrong answers: ${[...new Set(crowd.wrong)].join(', ')}`);
  if (lost + doubled + orphaned + crowd.wrong.length > 0 || kept > KEPT_LIMIT) process.exitCode = 1;
} finally {
  await server.end('SIGTERM');
  await set.stop();
}
