import { type CreateIndexesOptions, type IndexSpecification, MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { MongoConnection } from '../../../../src/adapters/outbound/mongodb/connection.ts';
import { operatorTimeouts, timeouts } from '../../../../src/adapters/outbound/mongodb/timeouts.ts';
import { freshDatabase, noMongodb } from '../../../support/mongodb.ts';
import { sentCommands } from '../../../support/sent-commands.ts';

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
      expect(sent.slice(-2)).toMatchObject([
        { createIndexes: 'vendors', ...asked },
        { createIndexes: 'deals', ...asked },
      ]);
    } finally {
      await connection.use((db) => db.dropDatabase());
      await connection.close();
    }
  },
);

const filter = 'partialFilterExpression: {"keys":{"$exists":true}}';
const drop = (name: string) =>
  `: drop it with db.contacts.dropIndex('${name}') in mongosh, and the service creates its own`;

it.skipIf(noMongodb).each<[IndexSpecification, CreateIndexesOptions, string]>([
  [
    { keys: 1 },
    { name: 'identity', partialFilterExpression: { keys: { $exists: true } } },
    'the index identity of contacts lacks unique: true',
  ],
  [{ keys: 1 }, { name: 'identity', unique: true }, `the index identity of contacts lacks ${filter}`],
  [
    { keys: 1 },
    { name: 'identity', unique: true, partialFilterExpression: { keys: 'canary' } },
    `the index identity of contacts should have ${filter}`,
  ],
  [
    { keys: 1 },
    { name: 'identity' },
    `the index identity of contacts lacks unique: true and lacks ${filter}`,
  ],
  [
    { keys: -1 },
    {
      name: 'identity',
      unique: true,
      expireAfterSeconds: 9_999_999,
      partialFilterExpression: { keys: { $exists: true } },
    },
    'the index identity of contacts should have key: {"keys":1} and has expireAfterSeconds, which it should not have',
  ],
  [
    { keys: 1 },
    { name: 'mine', unique: true, partialFilterExpression: { keys: { $exists: true } } },
    'the index mine of contacts should have name: "identity"',
  ],
])(
  'says what differs in an index that is in the way, and goes on once it is dropped: %j %j',
  async (key, options, difference) => {
    const uri = freshDatabase();
    await using client = new MongoClient(uri);
    const contacts = client.db().collection('contacts');
    await contacts.createIndex(key, options);
    const warnings: string[] = [];
    const connection = new MongoConnection(uri, { warn: (message) => warnings.push(message) });
    const name = options.name ?? '';
    const why = `${difference}${drop(name)}`;
    expect(await connection.isReachable()).toBe(false);
    expect(warnings).toEqual([`MongoDB cannot be used (${why}); every use of it tries again.`]);
    await contacts.dropIndex(name);
    expect(await connection.isReachable()).toBe(true);
    await client.db().dropDatabase();
    await connection.close();
  },
);

it.skipIf(noMongodb)('says so to an operator, too', async () => {
  const uri = freshDatabase();
  await using client = new MongoClient(uri);
  await client.db().collection('vendors').createIndex({ name: 1 }, { name: 'name' });
  const operator = MongoConnection.forOperator(uri);
  await expect(operator.ensureIndexes('vendors')).rejects.toThrow(
    'the index name of vendors lacks unique: true: drop it with',
  );
  await client.db().dropDatabase();
  await operator.close();
});
