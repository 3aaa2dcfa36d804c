import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LineJournal } from '../src/adapters/outbound/telemetry/line-journal.ts';
import { compose } from '../src/bootstrap/compose.ts';
import { deskModules } from '../src/bootstrap/modules/operator.ts';
import { configure } from '../src/bootstrap/store.ts';
import { storeBySettings } from '../src/bootstrap/store-by-settings.ts';
import { tokens } from '../src/bootstrap/tokens.ts';
import { startMongodb } from './database.ts';
import { during } from './during.ts';
import { startServer } from './server-process.ts';

/**
 * `npm run bench -- rehearsal`, after `npm run build`: what the made-up lead costs at a server's start, once the store
 * answers, beside the whole start. Each in a process of its own, in turn. Prints, and judges nothing.
 */

const TIMES = 15;
const ONCE = 'REHEARSE_ONCE';

type Env = Readonly<Record<string, string>>;

/** Milliseconds of a rehearsal in this process, whose code has not run before. */
async function rehearseHere(): Promise<number> {
  const { config, store } = await configure(process.env, storeBySettings);
  const journal = new LineJournal('error', console.error);
  const modules = await deskModules(config);
  const container = await compose(config, { store: store.module, journal, modules });
  await container.get(tokens.storeHealth)();
  const began = performance.now();
  const failed = await container.get(tokens.readiness).rehearsed();
  const took = performance.now() - began;
  if (failed) throw failed;
  await container.unbindAllAsync();
  return took;
}

async function rehearsed(env: Env): Promise<number> {
  const given = { env: { PATH: process.env.PATH, [ONCE]: 'yes', ...env } };
  const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename], given);
  return Number(stdout);
}

async function started(env: Env): Promise<number> {
  const began = performance.now();
  const server = await startServer('dist/leads.mjs', env);
  const took = performance.now() - began;
  await server[Symbol.asyncDispose]();
  return took;
}

const medianOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

async function compare(title: string, store: Env): Promise<void> {
  const env = { API_KEYS: 'bench:sesame', LOG_LEVEL: 'info', DESK_PORT: '', ...store };
  await started(env); // makes the store's tables or collections
  const [rehearsals, starts]: [number[], number[]] = [[], []];
  for (let n = 0; n < TIMES; n += 1) {
    rehearsals.push(await rehearsed(env));
    starts.push(await started(env));
  }
  const [one, all] = [medianOf(rehearsals), medianOf(starts)];
  const share = ((100 * one) / all).toFixed(1);
  console.log(`${title}: ${one.toFixed(1)} ms of a start of ${all.toFixed(0)} ms, ${share} %`);
}

if (process.env[ONCE]) console.log(await rehearseHere());
else {
  const folder = await mkdtemp(join(tmpdir(), 'rehearsal-'));
  await compare('A file', { DATA_FILE: join(folder, 'leads.db') });
  await rm(folder, { recursive: true });
  await during(await startMongodb(), (mongodb) =>
    compare(`MongoDB ${mongodb.version}`, { MONGODB_URI: mongodb.freshDatabase() }),
  );
}
