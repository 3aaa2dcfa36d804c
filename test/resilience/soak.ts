import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { findMongod } from '../support/mongod-binary.ts';
import { startReplicaSet } from '../support/replica-set.ts';
import { Crowd } from './parts/crowd.ts';
import { ServerProcess } from './parts/server-process.ts';
import { readVerdict } from './parts/verdict.ts';

/** `node test/resilience/soak.ts [minutes]`: steady load, and the server's memory over time (Linux). */
const minutes = Number(process.argv[2] ?? 20);
const binary = await findMongod();
if (!binary) throw new Error('no mongod');

const megabytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

/** Megabytes an hour, by least squares. */
function slope(samples: readonly { readonly at: number; readonly mb: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [at, mb] = [mean(samples.map((s) => s.at)), mean(samples.map((s) => s.mb))];
  const rise = samples.reduce((sum, s) => sum + (s.at - at) * (s.mb - mb), 0);
  return (rise / samples.reduce((sum, s) => sum + (s.at - at) ** 2, 0)) * 3_600_000;
}

const set = await startReplicaSet(binary, [{}]);
const server = await ServerProcess.start({ MONGODB_URI: set.uri, LOG_LEVEL: 'info' });
try {
  const crowd = new Crowd({ clients: 10, pause: 90, url: () => server.url });
  const samples: { at: number; mb: number }[] = [];
  while (crowd.now < minutes * 60_000) {
    await sleep(5_000);
    samples.push({ at: crowd.now, mb: megabytes(server.pid ?? 0) });
  }
  await crowd.end();
  const { lost, doubled } = await readVerdict(set.uri, crowd.acknowledged);
  const warm = samples.slice(Math.floor(samples.length / 2)); // the heap has grown to its size;
  const quarter = (n: number): string => {
    const part = samples.slice((n * samples.length) / 4, ((n + 1) * samples.length) / 4);
    return (part.reduce((sum, { mb }) => sum + mb, 0) / part.length).toFixed(1);
  };
  console.log(`| Minutes | ${minutes} |`);
  console.log(
    `| Leads acknowledged / lost / doubled | ${crowd.acknowledged.length} / ${lost} / ${doubled} |`,
  );
  console.log(`| Memory (RSS) by quarter, MB | ${[0, 1, 2, 3].map(quarter).join(', ')} |`);
  console.log(`| Slope of the second half, MB an hour | ${slope(warm).toFixed(1)} |`);
} finally {
  await server.end('SIGTERM');
  await set.stop();
}
