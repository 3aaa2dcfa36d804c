import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { Mongod, type MongodOptions } from './mongod.ts';

export interface ReplicaSet {
  readonly uri: string;
  readonly nodes: readonly Mongod[];
  /** The current primary; waits for an election that is in progress. */
  primary(): Promise<Mongod>;
  /** Resolves when every node has everything written before; rejects after `limit` milliseconds. */
  inStep(limit?: number): Promise<void>;
  /** The nodes that are neither primary nor secondary: down, starting or rolling back. */
  laggards(): Promise<readonly Mongod[]>;
  stop(): Promise<void>;
}

/** A replica set of one or more nodes, with a primary and its secondaries when it resolves. */
export async function startReplicaSet(
  binary: string,
  options: readonly MongodOptions[],
): Promise<ReplicaSet> {
  const nodes = await Promise.all(
    options.map((each) =>
      Mongod.start(binary, {
        ...each,
        args: ['--replSet', 'rs', '--oplogSize', '256', ...(each.args ?? [])],
      }),
    ),
  );
  const members = nodes.map((node, index) => ({ _id: index, host: node.address }));
  const settings = { electionTimeoutMillis: 2_000, heartbeatIntervalMillis: 500 };
  await askNode(nodes[0], { replSetInitiate: { _id: 'rs', members, settings } });
  const set: ReplicaSet = {
    uri: `mongodb://${nodes.map((node) => node.address).join(',')}/?replicaSet=rs`,
    nodes,
    primary: () => primaryOf(nodes),
    async inStep(limit = 60_000) {
      const writeConcern = { w: nodes.length, wtimeout: limit };
      await askNode(await primaryOf(nodes), { appendOplogNote: 1, data: {}, writeConcern });
    },
    async laggards() {
      const known = await Promise.all(
        nodes.map((node) => askNode(node, { hello: 1 }).catch(() => undefined)),
      );
      return nodes.filter((_, n) => !known[n]?.isWritablePrimary && !known[n]?.secondary);
    },
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  };
  await set.inStep();
  return set;
}

async function primaryOf(nodes: readonly Mongod[]): Promise<Mongod> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    for (const node of nodes) {
      const hello = await askNode(node, { hello: 1 }).catch(() => undefined);
      if (hello?.isWritablePrimary) return node;
    }
    await sleep(100);
  }
  throw new Error('no node became primary within 30 s');
}

/** A command to this node alone, whatever its state. */
export async function askNode(node: Mongod | undefined, command: Record<string, unknown>) {
  if (!node) throw new Error('a replica set has one node at least');
  const client = new MongoClient(node.directUri, { serverSelectionTimeoutMS: 1_000 });
  try {
    return await client.db('admin').command(command);
  } finally {
    await client.close();
  }
}
