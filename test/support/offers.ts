import { rm } from 'node:fs/promises';
import { MongoClient } from 'mongodb';
import { bundleForLambda } from '../../scripts/bundle-for-lambda.ts';
import { unpackedChromium } from './chromium.ts';
import { build } from './image.ts';
import { findLambdaRuntime, functionFolder, type LambdaRuntime } from './lambda-runtime.ts';
import { findMongod } from './mongod-binary.ts';
import { findNodes, type Nodes } from './nodes.ts';
import { bundlePrograms } from './programs.ts';
import { startReplicaSet } from './replica-set.ts';

/** What a run has once for all its test files. Each is fetched, built or started when a file first asks for it. */
export interface Offers {
  /** The path of a server, for tests that start their own. */
  readonly mongod: string;
  /** The address of a replica set with failpoints. */
  readonly mongodb: string;
  /** AWS's emulator and client. The function is built, too. */
  readonly lambda: LambdaRuntime;
  /** The paths of the Nodes that `engines` allows, by version. */
  readonly nodes: Nodes;
  /** The path of a browser. */
  readonly chromium: string;
  /** The path of all programs in one file. */
  readonly programs: string;
  /** A folder with the service as it is built for its image. */
  readonly built: string;
}

type Makers = { readonly [Name in keyof Offers]: () => Promise<Offers[Name] | undefined> };

/** `databasePrefix`: how the names of the run's databases begin. `end` removes them, and stops what was started. */
export function makeOffers(databasePrefix: string): { offers: Makers; end: () => Promise<void> } {
  const atEnd: (() => Promise<void>)[] = [];
  const mongod = once('mongod', findMongod);
  const mongodb = once('MongoDB', async () => {
    const given = process.env.TEST_MONGODB_URI;
    if (given) {
      atEnd.push(() => removeDatabases(given, databasePrefix));
      return given;
    }
    const binary = await mongod();
    if (!binary) return undefined;
    const set = await startReplicaSet(binary, [{ inMemory: true }]);
    atEnd.push(() => set.stop());
    return set.uri;
  });
  const lambda = once('emulator of AWS’s', async () => {
    const runtime = await findLambdaRuntime();
    if (runtime) await bundleForLambda(functionFolder);
    return runtime;
  });
  const built = once('build', async () => {
    const folder = await build();
    atEnd.push(() => rm(folder, { recursive: true }));
    return folder;
  });
  return {
    offers: {
      ...{ mongod, mongodb, lambda, built },
      nodes: once('other Nodes', findNodes),
      chromium: once('Chromium', unpackedChromium),
      programs: once('programs', bundlePrograms),
    },
    end: async () => {
      for (const each of atEnd) await each();
    },
  };
}

/** Without it, CI fails; elsewhere the tests that need it are skipped, with a message. */
function once<Value>(what: string, make: () => Promise<Value | undefined>): () => Promise<Value | undefined> {
  let made: Promise<Value | undefined> | undefined;
  const makeOrSay = async () => {
    const value = await make();
    if (value === undefined && process.env.CI)
      throw new Error(`CI runs every test, and there is no ${what} to be had`);
    if (value === undefined) console.error(`\n!!! No ${what}: tests that need it are SKIPPED.\n`);
    return value;
  };
  return () => {
    made ??= makeOrSay();
    return made;
  };
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
