import { describe, expect, it, vi } from 'vitest';
import { MongoConnection } from '../../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import { addDeal } from '../../../../support/added-leads.ts';
import { someDeal } from '../../../../support/leads.ts';
import { openCrm } from '../../../../support/mongo-crm.ts';
import type { Mongod } from '../../../../support/mongod.ts';
import { noMongod, startSet } from '../../../../support/own-mongod.ts';
import type { ReplicaSet } from '../../../../support/replica-set.ts';

describe.skipIf(noMongod)('a replica set that replaces an older one at the same address is found', () => {
  it('by a connection in use', async () => {
    const { old, node } = await setOfOne();
    await electTwice(old, node);
    const under = await openCrm({}, old.uri);
    expect(await addDeal(under.crm, someDeal())).toBe('added');
    await isFoundAgain(under, old, node);
  }, 60_000);

  it('by a connection that saw a restart and has not been used since', async () => {
    const { old, node } = await setOfOne();
    const under = await openCrm({}, old.uri);
    expect(await addDeal(under.crm, someDeal())).toBe('added');
    let seen = '';
    under.connection.client.on('serverDescriptionChanged', ({ newDescription }) => {
      seen = newDescription.type;
    });
    await electTwice(old, node, () => expect.poll(() => seen).toBe('RSPrimary'));
    await isFoundAgain(under, old, node);
  }, 60_000);
});

it.skipIf(noMongod)(
  'a short outage is reported when somebody asks, and makes no connection start anew',
  async () => {
    const { old, node } = await setOfOne();
    const warnings: string[] = [];
    const { connection, crm } = await openCrm({ warn: (message) => warnings.push(message) }, old.uri);
    const closed = vi.fn();
    connection.client.on('topologyClosed', closed);
    const now = performance.now.bind(performance);
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000); // a minute after its start
    expect(await addDeal(crm, someDeal())).toBe('added');
    await node.kill();
    expect(await connection.isReachable()).toBe(false); // learns it from a socket that closes
    const failure = () => connection.use((db) => db.command({ ping: 1 })).then(() => '', String);
    await expect.poll(failure).toContain('no server answers'); // once the driver has looked
    expect(warnings).toEqual([
      expect.stringMatching(/^MongoDB cannot be used \(.+\); every use of it tries again\.$/),
    ]);
    expect(closed).not.toHaveBeenCalled();
    await node.start();
    await old.primary();
    await expect.poll(() => connection.isReachable()).toBe(true);
    expect(await connection.isReachable()).toBe(true);
    expect(warnings.slice(1)).toEqual(['MongoDB can be used now.']);
    later.mockRestore();
    await connection.close();
    await old.stop();
  },
);

it('connections start anew once in ten seconds at most, however often a server is looked for', async () => {
  const now = performance.now.bind(performance);
  const connection = new MongoConnection('mongodb://127.0.0.1:1', {
    client: { serverSelectionTimeoutMS: 100 },
  });
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
  const first = connection.client;
  expect(await connection.isReachable()).toBe(false);
  const second = connection.client;
  expect(second).not.toBe(first);
  expect(await connection.isReachable()).toBe(false);
  expect(connection.client).toBe(second);
  later.mockRestore();
  await connection.close();
});

type OpenCrm = Awaited<ReturnType<typeof openCrm>>;

async function setOfOne() {
  const old = await startSet([{}]);
  const [node] = old.nodes;
  if (!node) throw new Error('no node');
  return { old, node };
}

/** Makes the new set the older one by the count of elections, which the driver goes by. */
async function electTwice(set: ReplicaSet, node: Mongod, each: () => PromiseLike<void> | void = () => {}) {
  for (let election = 0; election < 2; election += 1) {
    await node.kill();
    await node.start();
    await set.primary();
    await each();
  }
}

async function isFoundAgain({ connection, crm }: OpenCrm, old: ReplicaSet, { port }: Mongod): Promise<void> {
  await old.stop();
  const replacement = await startSet([{ port }]);
  try {
    // Until the driver looks again, a new connection may reach the replacement: then it is ignored.
    await expect.poll(() => connection.isReachable()).toBe(false);
    await expect.poll(() => connection.isReachable()).toBe(true);
    expect(await addDeal(crm, someDeal())).toBe('added');
  } finally {
    await connection.close();
    await replacement.stop();
  }
}
