import { totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, MongoClient } from 'mongodb';
import { findMongod } from '../test/support/mongod-binary.ts';
import { startReplicaSet } from '../test/support/replica-set.ts';
import { cpuOf } from './server-process.ts';

export interface BenchMongodb extends AsyncDisposable {
  readonly version: string;
  /** The address of an unused database. */
  freshDatabase(): string;
  database(address: string): Db;
  /** Forces a checkpoint: everything written so far is then in its place on disk. Returns its cost in `cpu` time. */
  settle(): Promise<number>;
  /** Commands that it is sent in a second, by name, over so many milliseconds. Those of this process count, too. */
  commandsASecond(milliseconds: number): Promise<CommandRates>;
  /** CPU time that mongod has used so far, in microseconds. */
  cpu(): number;
}

/** How often each command comes in a second. */
export type CommandRates = ReadonlyMap<string, number>;

export const sumOf = (rates: CommandRates): number =>
  [...rates.values()].reduce((sum, rate) => sum + rate, 0);

/** MongoDB's default cache size, in MiB: half of the memory beyond the first GiB. The tests use less. */
const usualCache = (): number => Math.max(256, Math.floor((totalmem() / 2 ** 20 - 1024) / 2));

/** A replica set of one node on loopback, removed on disposal. */
export async function startMongodb(): Promise<BenchMongodb> {
  const binary = await findMongod();
  if (!binary) throw new Error('No mongod found: put one on the PATH, or use --store memory.');
  const set = await startReplicaSet(binary, [{}]);
  const client = await new MongoClient(set.uri).connect();
  const admin = client.db('admin');
  const { version } = await admin.command({ buildInfo: 1 });
  await admin.command({ setParameter: 1, wiredTigerEngineRuntimeConfig: `cache_size=${usualCache()}M` });
  const cpu = (): number => cpuOf(set.nodes[0]?.pid ?? 0);
  let databases = 0;
  return {
    version,
    freshDatabase() {
      databases += 1;
      return set.uri.replace('/?', `/bench_${databases}?`);
    },
    database: (address) => client.db(new URL(address).pathname.slice(1)),
    async settle() {
      const before = cpu();
      await admin.command({ fsync: 1 });
      return cpu() - before;
    },
    async commandsASecond(milliseconds) {
      const [before, began] = [await commandsSoFar(admin), performance.now()];
      await sleep(milliseconds);
      const after = await commandsSoFar(admin);
      const seconds = (performance.now() - began) / 1_000;
      return new Map([...after].map(([name, total]) => [name, (total - (before.get(name) ?? 0)) / seconds]));
    },
    cpu,
    async [Symbol.asyncDispose]() {
      await client.close();
      await set.stop();
    },
  };
}

async function commandsSoFar(admin: Db): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await admin.command({ serverStatus: 1 });
  const counted = Object.entries<{ total?: number }>(metrics.commands);
  return new Map(
    counted.flatMap(([name, { total = 0 }]) => (total > 0 ? [[name, Number(total)] as const] : [])),
  );
}
