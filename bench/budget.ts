import type { Profiler } from 'node:inspector';
import { type BenchMongodb, startMongodb } from './database.ts';
import { during } from './during.ts';
import { load } from './load.ts';
import { measure } from './measure.ts';
import { API_KEY, newLead, statusOf, submitLeads } from './requests.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/**
 * `npm run bench -- budget`: what a lead and a read cost, by whose code spends it, and how much of the service's own they run
 * through. Prints, and judges nothing.
 */

const SECONDS = 2;
const CONNECTIONS = 64;

const parts = ['system calls and V8', 'garbage collector', 'Node', 'MongoDB’s driver', 'Koa', 'the service'];

interface Covered {
  readonly files: number;
  readonly functions: number;
}

interface Budget extends Covered {
  readonly title: string;
  /** Microseconds a request, by part. */
  readonly server: ReadonlyMap<string, number>;
  readonly database: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

const budgets: Budget[] = [];
await during(await startMongodb(), async (mongodb) => {
  for (const store of ['on MongoDB', 'in memory']) {
    const uri = store === 'on MongoDB' && { MONGODB_URI: mongodb.freshDatabase() };
    const env = { API_KEYS: `bench:${API_KEY}`, LOG_LEVEL: 'silent', DESK_PORT: '', ...uri };
    await during(await startServer('src/bootstrap/server.ts', env), async (server) => {
      const reads = statusOf(await submitLeads(server.url, 200));
      budgets.push(await budgetOf(`a lead, ${store}`, { server, mongodb, next: () => newLead() }));
      budgets.push(await budgetOf(`a read, ${store}`, { server, mongodb, next: reads }));
    });
  }
});
console.log(table(budgets));

interface Measured {
  readonly server: ServerProcess;
  readonly mongodb: BenchMongodb;
  readonly next: () => string;
}

async function budgetOf(title: string, { server, mongodb, next }: Measured): Promise<Budget> {
  const work = { url: server.url, connections: CONNECTIONS, seconds: SECONDS, next };
  await load(work); // until the JIT compiler has done its work
  const { cpu, database } = await measure(server, mongodb, work);
  await server.inspect('Profiler.enable');
  await server.inspect('Profiler.start');
  await load(work);
  const { profile } = await server.inspect<Profiler.StopReturnType>('Profiler.stop');
  const shares = sharesOf(profile);
  const whole = sum([...shares.values()]);
  const spent = [...shares].map(([part, time]) => [part, (cpu * time) / whole] as const);
  return { title, server: new Map(spent), database, ...(await coverageOf(server, next)) };
}

/** The sampled time of each part. */
function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<string, number> {
  const byNode = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  const shares = new Map<string, number>();
  for (const [place, node] of samples.entries()) {
    const part = byNode.get(node);
    if (part) shares.set(part, (shares.get(part) ?? 0) + (timeDeltas[place] ?? 0));
  }
  return shares;
}

/** `undefined` while nothing is done. */
function partOf({ functionName, url }: { functionName: string; url: string }): string | undefined {
  if (functionName === '(idle)') return undefined;
  if (functionName === '(garbage collector)') return 'garbage collector';
  if (url.startsWith('node:')) return 'Node';
  if (/\/node_modules\/(mongodb|bson)/.test(url)) return 'MongoDB’s driver';
  if (url.includes('/node_modules/')) return 'Koa';
  return url.includes('/src/') ? 'the service' : 'system calls and V8';
}

/** The files and functions of `src` that each request runs through: what runs beside them, or once a connection, runs less often. */
async function coverageOf(server: ServerProcess, next: () => string): Promise<Covered> {
  await server.inspect('Profiler.startPreciseCoverage', { callCount: true });
  const { answers } = await load({ url: server.url, connections: 1, seconds: 0.3, next });
  const { result } = await server.inspect<Profiler.TakePreciseCoverageReturnType>(
    'Profiler.takePreciseCoverage',
  );
  await server.inspect('Profiler.stopPreciseCoverage');
  const run = result
    .filter(({ url }) => partOf({ functionName: '', url }) === 'the service')
    .map(({ functions }) => functions.filter(({ ranges: [whole] }) => (whole?.count ?? 0) >= answers).length);
  return { files: run.filter((count) => count > 0).length, functions: sum(run) };
}

function table(budgets: readonly Budget[]): string {
  const row = (name: string, cell: (budget: Budget) => string | number): string =>
    `| ${name} | ${budgets.map(cell).join(' | ')} |`;
  const spentOn = (part: string) => row(part, ({ server }) => (server.get(part) ?? 0).toFixed(1));
  return [
    row('µs of processor time', ({ title }) => title),
    `|---|${'--:|'.repeat(budgets.length)}`,
    ...parts.map(spentOn),
    row('server', ({ server }) => sum([...server.values()]).toFixed(1)),
    row('database', ({ database }) => database.toFixed(1)),
    row('files of the service that it runs through', ({ files }) => files),
    row('functions', ({ functions }) => functions),
  ].join('\n');
}
