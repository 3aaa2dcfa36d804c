import { setTimeout as sleep } from 'node:timers/promises';
import { type CreateIndexesOptions, type IndexSpecification, MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MongoConnection } from '../../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import {
  operatorTimeouts,
  timeouts,
} from '../../../../../src/adapters/outbound/mongodb/connection/timeouts.ts';
import { mongoBackOffice } from '../../../../../src/adapters/outbound/mongodb/leads/mongo-back-office.ts';
import { MongoCrm } from '../../../../../src/adapters/outbound/mongodb/leads/mongo-crm.ts';
import {
  type StoredDeal,
  storedDeal,
} from '../../../../../src/adapters/outbound/mongodb/leads/stored-deal.ts';
import { StorePreparing } from '../../../../../src/application/intake/ports/outbound/store.ts';
import { someCustomer, someDeal } from '../../../../support/leads.ts';
import type { Mongod } from '../../../../support/mongod.ts';
import { freshDatabase, noMongodb } from '../../../../support/mongodb.ts';
import { noMongod, startMongod } from '../../../../support/own-mongod.ts';
import { sentCommands } from '../../../../support/sent-commands.ts';

const client = { monitorCommands: true };

it.skipIf(noMongodb).each([
  ['a server', (uri: string) => new MongoConnection(uri, { client }), timeouts.command],
  ['an operator', (uri: string) => MongoConnection.forOperator(uri, { client }), operatorTimeouts.command],
])(
  '%s waits for a majority and its journal to have the indexes, but not for ever',
  async (_who, open, wtimeout) => {
    const connection = open(freshDatabase());
    try {
      const sent = sentCommands(connection, ['createIndexes']);
      await connection.ensureIndexes('vendors', 'deals');
      const asked = { commitQuorum: 'majority', writeConcern: { w: 'majority', j: true, wtimeout } };
      // Both are sent at once, so either may be the first.
      for (const createIndexes of ['vendors', 'deals'])
        expect(sent.slice(-2)).toContainEqual(expect.objectContaining({ createIndexes, ...asked }));
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
  const connection = new MongoConnection(uri, { warn: (message) => warnings.push(message) });
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
  await expect(operator.ensureIndexes('vendors')).rejects.toThrow(why('vendors', 'name, key, key-id'));
  await client.db().dropDatabase();
  await operator.close();
});

/** More than a collection that is read without its index. */
const MANY = 10_001;

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

  it('is built while leads are accepted, once among several processes; lists that need it say so', async () => {
    const deals = client.db('leads').collection<StoredDeal>('deals');
    const first = new MongoConnection(uri());
    await first.ensureIndexes('contacts', 'deals');
    await first.close();
    const { _id, ...deal } = storedDeal(someDeal());
    await deals.insertMany(Array.from({ length: MANY }, (_, n) => ({ _id: `old-${n}`, ...deal })));
    for (const name of ['kind', 'received']) await deals.dropIndex(name);

    await hold('alwaysOn');
    const told: string[][] = [[], [], []];
    const servers = told.map(
      (lines) => new MongoConnection(uri(), { warn: (message) => lines.push(message) }),
    );
    const operator = MongoConnection.forOperator(uri());
    try {
      const waits = await Promise.all(
        servers.map(async (connection, n) => {
          const start = performance.now();
          const email = `ada${n}@example.com`;
          const contactId = await new MongoCrm(connection).upsertContact(someCustomer({ email }));
          await new MongoCrm(connection).addDeal(someDeal({ email }, { id: `new-${n}`, contactId }));
          return performance.now() - start;
        }),
      );
      console.info(`leads while an index is built: ${waits.map((ms) => `${Math.round(ms)} ms`).join(', ')}`);
      expect(Math.max(...waits)).toBeLessThan(4_000);
      await expect.poll(() => told.flat().length).toBeGreaterThan(0);
      const backOffice = mongoBackOffice(operator);
      const ever = { since: new Date(0), until: new Date() };
      for (const list of [() => backOffice.leads.deals({ limit: 5 }), () => backOffice.report.tally(ever)])
        await expect(list()).rejects.toThrow(StorePreparing);
      expect(await backOffice.leads.deals({ vendorId: deal.vendorId, limit: 5 })).toHaveLength(5); // by another index
      await sleep(7_000); // longer than any command of a server may take
      expect(await begun()).toBe(1);
      await hold('off');

      await expect.poll(() => backOffice.leads.deals({ limit: 5 })).toHaveLength(5);
      await expect.poll(() => backOffice.report.tally(ever)).not.toEqual([]);
      await expect
        .poll(() =>
          told
            .flat()
            .filter((line) => line.startsWith('Built'))
            .toSorted(),
        )
        .toContain('Built index received of deals.');
      expect(
        told.flat().every((line) => /^(Building|Built) index (kind|received) of deals\.$/.test(line)),
      ).toBe(true);
    } finally {
      await hold('off');
      await Promise.all([...servers, operator].map((connection) => connection.close()));
    }
  }, 60_000);

  it('is no reason to refuse leads if it cannot be built: that is told once, and the others are', async () => {
    const [contacts, deals] = ['contacts', 'deals'].map((name) => client.db('leads').collection(name));
    await contacts?.createIndex({ shown: -1 }, { name: 'shown' });
    await deals?.createIndex({ receivedAt: -1 }, { name: 'received' });
    const told: string[] = [];
    const connection = new MongoConnection(uri(), { warn: (message) => told.push(message) });
    expect(await connection.isReachable()).toBe(true);
    const failure = `An index cannot be built (${why('contacts', 'shown')}); it is tried again every minute. Leads are accepted; lists of operators that need it wait.`;
    await expect.poll(() => told.filter((line) => line.startsWith('An'))).toEqual([failure]);
    expect(told).toContain('Built index merged of contacts.');
    expect(told).toContain('Built index owner-received of deals.'); // the last one
    await expect(connection.buildIndexes(['contacts', 'deals'], () => {})).rejects.toThrow(
      why('contacts', 'shown'),
    );
    await connection.close();
  });
});
