import { totalmem } from 'node:os';
import { type Db, MongoClient } from 'mongodb';
import { findMongod } from '../test/support/mongod-binary.ts';
import { startReplicaSet } from '../test/support/replica-set.ts';
import { cpuOf } from './server-process.ts';

export interface BenchMongodb extends AsyncDisposable {
  readonly version: string;
  /** The address of an unused database. */
  freshDatabase(): string;
  database(address: string): Db;
  /** Forces a checkpoint: everything written so far is then in its place on disk. */
  settle(): Promise<void>;
  /** CPU time that mongod has used so far, in microseconds. */
  cpu(): number;
}

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
  let databases = 0;
  return {
    version,
    freshDatabase() {
      databases += 1;
      return set.uri.replace('/?', `/bench_${databases}?`);
    },
    database: (address) => client.db(new URL(address).pathname.slice(1)),
    async settle() {
      await admin.command({ fsync: 1 });
    },
    cpu: () => cpuOf(set.nodes[0]?.pid ?? 0),
    async [Symbol.asyncDispose]() {
      await client.close();
      await set.stop();
    },
  };
}
