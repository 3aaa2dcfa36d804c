import { randomInt, randomUUID } from 'node:crypto';
import { positive } from '../../scripts/positive.ts';
import { writeSection } from '../../scripts/section.ts';
import { validLead } from '../../test/support/http-target.ts';
import { type LambdaFunction, startLambda } from '../../test/support/lambda-emulator.ts';
import { eventsOf } from '../../test/support/lambda-events.ts';
import { findLambdaRuntime } from '../../test/support/lambda-runtime.ts';
import { findMongod } from '../../test/support/mongod-binary.ts';
import { startReplicaSet } from '../../test/support/replica-set.ts';
import { cpuBelow, peakMemoryBelow } from './cpu.ts';
import { functions } from './functions.ts';
import { report, type Sample } from './report.ts';

/**
 * Fresh emulators of each kind; they take turns, in another order each round, so that other load on the machine, and what
 * ran just before, affects all of them alike. Only the usual number rewrites the page.
 */
const ROUNDS = positive(process.env.ROUNDS ?? '30');
const WARM_UP = 5_000;
const REPEAT = 20_000;

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

// The emulator reads LOG_LEVEL too, and does not know `silent`; `fatal` writes as little.
const settings = { API_KEYS: 'bench:bench-key', API_KEY: 'bench-key', LOG_LEVEL: 'fatal' };

const set = await startReplicaSet(mongod, [{}]);
const database = (name: string) => set.uri.replace('/?', `/bench_${name.replaceAll('-', '_')}?`);

/** CPU time of Node from its first instruction to its first response. */
async function cold(lambda: LambdaFunction): Promise<Sample> {
  const { statusCode } = (await lambda.invoke(createLead())) as { statusCode: number };
  if (statusCode !== 200) throw new Error(`answered ${statusCode}: ${lambda.log()}`);
  return { cost: cpuBelow(lambda.pid), memory: peakMemoryBelow(lambda.pid) };
}

/** CPU time of one event inside the function, after it has handled many. */
async function warm(lambda: LambdaFunction): Promise<Sample> {
  const event = createLead();
  await lambda.invoke({ repeat: WARM_UP, event });
  const { microseconds } = (await lambda.invoke({ repeat: REPEAT, event })) as {
    microseconds: number;
  };
  return { cost: microseconds, memory: peakMemoryBelow(lambda.pid) };
}

interface Row {
  readonly built: { readonly folder: string };
  readonly env: Readonly<Record<string, string>>;
  readonly measure: (lambda: LambdaFunction) => Promise<Sample>;
}

const sampleOf = async ({ built, env, measure }: Row): Promise<Sample> => {
  const lambda = await startLambda(runtime, env, built.folder);
  try {
    return await measure(lambda);
  } finally {
    await lambda.stop();
  }
};

function shuffled<T>(rows: readonly T[]): T[] {
  const keyed = rows.map((row) => ({ row, key: Math.random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ row }) => row);
}

const onMongodb = (name: string) => ({ ...settings, APP_ENV: 'production', MONGODB_URI: database(name) });
const rows = [
  { name: 'the service', kind: 'cold', build: 'service', env: onMongodb('service'), measure: cold },
  { name: 'bare handler', kind: 'cold', build: 'bare', env: onMongodb('bare'), measure: cold },
  {
    name: 'bare handler, same options and aliases only',
    kind: 'cold',
    build: 'bare-plain',
    env: onMongodb('bare'),
    measure: cold,
  },
  {
    name: 'bare handler, as bundled by default',
    kind: 'cold',
    build: 'bare-unaliased',
    env: onMongodb('bare'),
    measure: cold,
  },
  { name: 'nothing at all', kind: 'cold', build: 'empty', env: settings, measure: cold },
  { name: 'the service', kind: 'warm', build: 'service-repeated', env: settings, measure: warm },
  { name: 'bare handler', kind: 'warm', build: 'bare-repeated', env: settings, measure: warm },
  {
    name: 'the service, one log line per event',
    kind: 'warm',
    build: 'service-repeated',
    env: { ...settings, LOG_LEVEL: 'info' },
    measure: warm,
  },
] as const;

try {
  const measured = [];
  for (const row of rows)
    measured.push({ ...row, built: await functions[row.build](), samples: [] as Sample[] });
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const row of shuffled(measured)) {
      const sample = await sampleOf(row).catch(() => sampleOf(row)); // once in a while an emulator fails
      if (round > 0) row.samples.push(sample); // the first round fills caches and creates indexes
    }
    console.error(`round ${round} of ${ROUNDS}`);
  }
  const tables = report(measured);
  console.log(tables);
  if (!process.env.ROUNDS) writeSection('docs/performance.md', 'lambda', `\n${tables}\n`);
} finally {
  await set.stop();
}
