import { askFor } from './ask-for.ts';
import { Mongod, type MongodOptions } from './mongod.ts';
import { type ReplicaSet, startReplicaSet } from './replica-set.ts';

const binary = await askFor('mongod');

/** For `describe.skipIf(...)`. */
export const noMongod = !binary;

/** A server of a test's own, to break or to set up. Its data is in memory: to lose it, remove it. */
export const startMongod = (options?: MongodOptions): Promise<Mongod> =>
  Mongod.start(binary ?? '', { inMemory: true, ...options });

/** As `startMongod`: a replica set with these nodes. */
export const startSet = (nodes: readonly MongodOptions[]): Promise<ReplicaSet> =>
  startReplicaSet(
    binary ?? '',
    nodes.map((options) => ({ inMemory: true, ...options })),
  );
