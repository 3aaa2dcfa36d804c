import { setTimeout as sleep } from 'node:timers/promises';
import { type CreateIndexesOptions, type IndexSpecification, MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MongoConnection } from '../../../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import {
  operatorTimeouts,
  timeouts,
} from '../../../../../../src/adapters/outbound/mongodb/connection/timeouts.ts';
import type { StoredDeal } from '../../../../../../src/adapters/outbound/mongodb/stored-deal.ts';
import { mongoBackOffice } from '../../../../../../src/operators/adapters/outbound/mongodb/leads/mongo-back-office.ts';
import { indexed } from '../../../../../../src/operators/adapters/outbound/mongodb/store/indexes.ts';
import { storeProblemsOf } from '../../../../../../src/operators/adapters/outbound/mongodb/store/store-problems.ts';
import { MongoUpgrade } from '../../../../../../src/operators/adapters/outbound/mongodb/upgrade/mongo-upgrade.ts';
import { addLead } from '../../../../../support/added-leads.ts';
import { someDeal } from '../../../../../support/leads.ts';
import { connectTo, crmFor } from '../../../../../support/mongo-store.ts';
import type { Mongod } from '../../../../../support/mongod.ts';
import { freshDatabase, noMongodb } from '../../../../../support/mongodb.ts';
import { noMongod, startMongod } from '../../../../../support/own-mongod.ts';
import { sentCommands } from '../../../../../support/sent-commands.ts';

const client = { monitorCommands: true };

it.skipIf(noMongodb).each([
  ['a server', (uri: string) => connectTo(uri, { client }), timeouts.command],
  ['an operator', (uri: string) => MongoConnection.forOperator(uri, { client }), operatorTimeouts.command],
])(
  '%s waits for a majority and its journal to have the indexes, but not for ever',
  async (_who, open, wtimeout) => {
    const connection = open(freshDatabase());
    try {
      const sent = sentCommands(connection, ['createIndexes']);
      await connection.ensureIndexes(indexed.vendors, indexed.deals);
      const asked = { commitQuorum: 'majority', writeConcern: { w: 'majority', j: true, wtimeout } };
      for (const createIndexes of ['vendors', 'deals'])
        expect(sent).toContainEqual(expect.objectContaining({ createIndexes, ...asked }));
      const before = sent.length;
      await connection.ensureIndexes(indexed.vendors, indexed.deals);
      expect(sent).toHaveLength(before);
    } finally {
      await connection.use((db) => db.dropDatabase());
      await connection.close();
    }
  },
);

const why = (collection: string, name: string) =>
  `an index of ${collection} has the name or the fields of one of ${name}, but is another: compare db.${collection}.getIndexes() in mongosh with those of a new database, and drop it`;

it.skipIf(noMongodb).each<[IndexSpecification, CreateIndexesOptions]>([
  [{ keys: 1 }, { name: 'identity', partialFilterExpression: { keys: { $exists: true } } }],
  [{ keys: 1 }, { name: 'identity', unique: true, partialFilterExpression: { keys: 'canary' } }],
  [{ keys: -1 }, { name: 'identity', unique: true, partialFilterExpression: { keys: { $exists: true } } }],
  [{ keys: 1 }, { name: 'mine', unique: true, partialFilterExpression: { keys: { $exists: true } } }],
])('says that a unique index is in the way, and goes on once it is dropped: %j %j', async (key, options) => {
  const uri = freshDatabase();
  await using client = new MongoClient(uri);
  const contacts = client.db().collection('contacts');
  await contacts.createIndex(key, options);
  const warnings: string[] = [];
  const connection = connectTo(uri, { warn: (message) => warnings.push(message) });
  expect(await connection.isReachable()).toBe(false);
  expect(warnings).toEqual([
    `MongoDB cannot be used (${why('contacts', 'identity')}); every use of it tries again.`,
  ]);
  await contacts.dropIndex(options.name ?? '');
  expect(await connection.isReachable()).toBe(true);
  await client.db().dropDatabase();
  await connection.close();
});

it.skipIf(noMongodb)('says so to an operator, too', async () => {
  const uri = freshDatabase();
  await using client = new MongoClient(uri);
  await client.db().collection('vendors').createIndex({ name: 1 }, { name: 'name' });
  const operator = MongoConnection.forOperator(uri);
  await expect(operator.ensureIndexes(indexed.vendors)).rejects.toThrow(why('vendors', 'name'));
  await client.db().dropDatabase();
  await operator.close();
});

describe.skipIf(noMongod)('an index that no lead needs', () => {
  let server: Mongod;
  let client: MongoClient;
  beforeEach(async () => {
    server = await startMongod({ args: ['--replSet', 'rs0'] });
    client = await new MongoClient(server.directUri).connect();
    const members = [{ _id: 0, host: server.address }];
    await client.db('admin').command({ replSetInitiate: { _id: 'rs0', members } });
    await expect
      .poll(async () => (await client.db('admin').command({ hello: 1 })).isWritablePrimary, {
        timeout: 15_000,
      })
      .toBe(true);
  }, 30_000);
  afterEach(async () => {
    await client.close();
    await server.stop();
  });

  const uri = () => `mongodb://${server.address}/leads?replicaSet=rs0`;
  const hold = (mode: 'alwaysOn' | 'off') =>
    client.db('admin').command({ configureFailPoint: 'hangAfterStartingIndexBuild', mode });
  const begun = async () =>
    (
      await client
        .db('admin')
        .aggregate([{ $currentOp: {} }])
        .toArray()
    ).filter(({ msg }) => typeof msg === 'string' && msg.startsWith('Index Build')).length;

  /** What an upgrade does about indexes, and whether it could. */
  async function upgraded() {
    const operator = MongoConnection.forOperator(uri());
    try {
      const [indexes] = await new MongoUpgrade(operator).upgrade({ dryRun: false });
      return indexes?.changed;
    } finally {
      await operator.close();
    }
  }

  it('stands from the first start; a server that lacks it takes leads, and says once what builds it', async () => {
    const deals = client.db('leads').collection<StoredDeal>('deals');
    const told: string[] = [];
    const server = () => connectTo(uri(), { warn: (message) => told.push(message) });
    const submit = async (connection: MongoConnection, email: string) => {
      const start = performance.now();
      await addLead(crmFor(connection), someDeal({ email }, { id: email }));
      return performance.now() - start;
    };
    const first = server();
    await submit(first, 'ada@example.com');
    await first.close();
    expect((await deals.indexes()).length).toBe(1 + indexed.deals.indexes.length);
    expect(told).toEqual([]);

    for (const name of ['kind', 'received']) await deals.dropIndex(name);
    const next = server();
    await submit(next, 'ben@example.com');
    const problem = /^Indexes are missing: received, kind of deals\. .*leads upgrade/;
    expect(await storeProblemsOf(next)()).toEqual([expect.stringMatching(problem)]);
    const backOffice = mongoBackOffice(next);
    expect(await backOffice.leads.deals({ limit: 5 })).toHaveLength(2);
    await expect(backOffice.report.tally({ since: new Date(0), until: new Date() })).rejects.toThrow(
      'the index kind of deals is missing: run leads upgrade',
    );

    await hold('alwaysOn');
    const upgrades = [upgraded(), upgraded()];
    try {
      await expect.poll(begun).toBe(1);
      await sleep(7_000); // longer than any command of a server may take
      expect(await submit(next, 'cid@example.com')).toBeLessThan(4_000);
    } finally {
      await hold('off');
    }
    expect(await Promise.all(upgrades)).toEqual([2, 2]);
    expect((await deals.indexes()).length).toBe(1 + indexed.deals.indexes.length);
    expect(await upgraded()).toBe(0);
    const last = server();
    await submit(last, 'dan@example.com');
    await Promise.all([next.close(), last.close()]);
    expect(told).toEqual([]);
  }, 60_000);

  it('that cannot be built is no reason to refuse leads; the upgrade builds the others, and says why', async () => {
    const [contacts, deals] = ['contacts', 'deals'].map((name) => client.db('leads').collection(name));
    await contacts?.createIndex({ shown: -1 }, { name: 'shown' });
    await deals?.createIndex({ receivedAt: -1 }, { name: 'received' });
    const connection = connectTo(uri());
    expect(await connection.isReachable()).toBe(true);
    await expect(upgraded()).rejects.toThrow(why('contacts', 'shown'));
    const names = (await deals?.indexes())?.map(({ name }) => name);
    expect(names).toContain('changed'); // the last one
    await connection.close();
  });
});
