import { execFileSync } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { positive } from '../../scripts/positive.ts';
import { validLead } from '../../test/support/http-target.ts';
import { startLambda } from '../../test/support/lambda-emulator.ts';
import { eventsOf } from '../../test/support/lambda-events.ts';
import { findLambdaRuntime } from '../../test/support/lambda-runtime.ts';
import { findMongod } from '../../test/support/mongod-binary.ts';
import { startReplicaSet } from '../../test/support/replica-set.ts';
import { cpuBelow } from './cpu.ts';
import { type BuiltFunction, buildHandler, buildService } from './functions.ts';
import { type Measured, report } from './report.ts';

/**
 * Each round measures every row once, in a fresh process, in another order: other load on the machine affects all alike.
 * Only the usual number of rounds rewrites the page.
 */
const ROUNDS = positive(process.env.ROUNDS ?? '30');

const runtime = await findLambdaRuntime();
const mongod = await findMongod();
if (!runtime || !mongod)
  throw new Error('The benchmark needs AWS’s emulator and a mongod (Linux on x86-64).');

/** An event with a lead from a new customer. */
function createLead(): object {
  const email = `${randomUUID()}@example.com`;
  const phone = `555${String(randomInt(1e7)).padStart(7, '0')}`;
  return eventsOf['HTTP API (2.0)']({
    method: 'POST',
    path: '/v1/lead',
    headers: { 'x-api-key': 'bench-key', 'content-type': 'application/json' },
    body: JSON.stringify({ ...validLead, email, phone }),
  });
}

// The emulator reads LOG_LEVEL too, and does not know `silent`; `error` writes as little.
const settings = { API_KEYS: 'bench:bench-key', API_KEY: 'bench-key', LOG_LEVEL: 'error' };
const set = await startReplicaSet(mongod, [{}]);
const onMongodb = (database: string) => ({
  ...settings,
  APP_ENV: 'production',
  MONGODB_URI: set.uri.replace('/?', `/${database}?`),
});

/** CPU time of Node from its first instruction to its first response, in milliseconds. */
const cold = (env: Readonly<Record<string, string>>) => async (built: BuiltFunction) => {
  const lambda = await startLambda(runtime, env, built.folder);
  try {
    const { statusCode } = (await lambda.invoke(createLead())) as { statusCode: number };
    if (statusCode !== 200) throw new Error(`answered ${statusCode}: ${lambda.log()}`);
    return cpuBelow(lambda.pid);
  } finally {
    await lambda.stop();
  }
};

/** CPU time of one event inside the function, in memory, in microseconds. */
async function warm({ folder }: BuiltFunction): Promise<number> {
  const args = ['bench/lambda/warm.ts', `${folder}/index.mjs`, JSON.stringify(createLead())];
  const env = { PATH: process.env.PATH, ...settings };
  const printed = execFileSync(process.execPath, args, { env, encoding: 'utf8' });
  return Number(printed.trim().split('\n').at(-1));
}

interface Row extends Pick<Measured, 'table' | 'name'> {
  readonly built: BuiltFunction;
  readonly measure: (built: BuiltFunction) => Promise<number>;
}

function shuffled<T>(rows: readonly T[]): T[] {
  const keyed = rows.map((row) => ({ row, key: Math.random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ row }) => row);
}

try {
  const [service, bareOnMongodb, bareInMemory, empty] = await Promise.all([
    buildService(),
    buildHandler('bare-mongodb'),
    buildHandler('bare-in-memory'),
    buildHandler('empty'),
  ]);
  const rows: readonly Row[] = [
    { table: 'Cold start', name: 'the service', built: service, measure: cold(onMongodb('bench_service')) },
    {
      table: 'Cold start',
      name: 'bare handler',
      built: bareOnMongodb,
      measure: cold(onMongodb('bench_bare')),
    },
    { table: 'Cold start', name: 'nothing at all', built: empty, measure: cold(settings) },
    { table: 'Warm event', name: 'the service', built: service, measure: warm },
    { table: 'Warm event', name: 'bare handler', built: bareInMemory, measure: warm },
  ];
  const measured = rows.map((row) => ({ ...row, bytes: row.built.bytes, costs: [] as number[] }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { measure, built, costs } of shuffled(measured)) {
      const cost = await measure(built).catch(() => measure(built)); // once in a while an emulator fails
      if (round > 0) costs.push(cost); // the first round fills caches and creates indexes
    }
    console.error(`round ${round} of ${ROUNDS}`);
  }
  const tables = report(measured);
  console.log(tables);
  if (!process.env.ROUNDS) writeFileSync('bench/results/lambda.md', `# On AWS Lambda\n\n${tables}\n`);
} finally {
  await set.stop();
}
