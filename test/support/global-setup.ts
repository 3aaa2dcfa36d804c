import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import type { TestProject } from 'vitest/node';
import { bundleForLambda } from '../../scripts/bundle-for-lambda.ts';
import { findLambdaRuntime, functionFolder, type LambdaRuntime } from './lambda-runtime.ts';
import { findMongod } from './mongod-binary.ts';
import { startReplicaSet } from './replica-set.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A replica set with failpoints; empty if there is none. */
    mongodbUri: string;
    /** How the names of this run's databases begin. */
    databasePrefix: string;
    /** For tests that start their own servers; empty if there is none. */
    mongodBinary: string;
    /** `undefined` if there is none. */
    lambdaRuntime: LambdaRuntime | undefined;
  }
}

/** One server for the whole run. Without one, CI fails; elsewhere the tests that need it are skipped, with a message. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const lambdaRuntime = await findLambdaRuntime();
  provide('lambdaRuntime', lambdaRuntime);
  if (!lambdaRuntime && process.env.CI)
    throw new Error("CI runs every test, and AWS's emulator is not to be had");
  if (lambdaRuntime) await bundleForLambda(functionFolder);
  else console.error('\n!!! No Lambda emulator: tests on Lambda are SKIPPED.\n');

  const databasePrefix = `test_${randomBytes(3).toString('hex')}_`;
  provide('databasePrefix', databasePrefix);
  const given = process.env.TEST_MONGODB_URI;
  const binary = await findMongod();
  provide('mongodBinary', binary ?? '');
  if (!binary || given) provide('mongodbUri', given ?? '');
  if (!binary && process.env.CI) throw new Error('CI runs every test, and there is no mongod to be had');
  if (!binary)
    console.error(`\n!!! No mongod: tests that need ${given ? 'their own' : 'one'} are SKIPPED.\n`);
  if (given) return () => removeDatabases(given, databasePrefix);
  if (!binary) return async () => {};

  const set = await startReplicaSet(binary, [{}]);
  provide('mongodbUri', set.uri);
  return () => set.stop();
}

/** Whatever the run has left in a replica set that stays. */
async function removeDatabases(uri: string, prefix: string): Promise<void> {
  await using client = new MongoClient(uri);
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  for (const { name } of databases.filter((each) => each.name.startsWith(prefix))) {
    await client.db(name).command({ dropAllUsersFromDatabase: 1 });
    await client.db(name).dropDatabase();
  }
}
