import { type Document, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MongoConnection } from '../../../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import { type Rehearse, StoreUnfit } from '../../../../../../src/application/ports/outbound/store.ts';
import { mongodbStore } from '../../../../../../src/bootstrap/modules/mongodb.ts';
import { rehearsalOn } from '../../../../../../src/operators/adapters/outbound/mongodb/store/rehearsal.ts';
import { connectTo } from '../../../../../support/mongo-store.ts';
import { noMongod, startSet } from '../../../../../support/own-mongod.ts';
import type { ReplicaSet } from '../../../../../support/replica-set.ts';
import { fillStore } from '../../../../../support/whole-store.ts';

// On a server of its own: what its failpoints break, they break for all.
describe.skipIf(noMongod)('a rehearsal in a database', () => {
  let set: ReplicaSet;
  let client: MongoClient;
  let connection: MongoConnection;
  let rehearse: Rehearse;
  beforeAll(async () => {
    set = await startSet([{}]);
    const uri = set.uri.replace('/?', '/rehearsed?');
    client = new MongoClient(uri);
    await fillStore(mongodbStore(uri));
    connection = connectTo(uri);
    rehearse = rehearsalOn(connection);
    await connection.use(async () => {});
  });
  afterAll(async () => {
    await connection?.close();
    await client?.close();
    await set?.stop();
  });

  /** All that the database has, and its indexes. */
  async function everything() {
    const collections = (await client.db().collections()).toSorted((a, b) =>
      a.collectionName < b.collectionName ? -1 : 1,
    );
    const all = collections.map(
      async (each): Promise<[string, Document[], Document[]]> => [
        each.collectionName,
        await each.find().sort({ _id: 1 }).toArray(),
        await each.indexes(),
      ],
    );
    return Promise.all(all);
  }

  it('leaves no record, and nobody who follows the changes hears of it', async () => {
    const before = await everything();
    const heard: Document[] = [];
    const changes = client.db().watch();
    changes.on('change', (change) => void heard.push(change));
    await client.db().admin().ping();
    for (let n = 0; n < 3; n += 1) await rehearse({ mends: true });
    await client.db().collection<{ _id: string }>('last').insertOne({ _id: 'of all' });
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    await changes.close();
    expect(heard.map(({ operationType, ns }) => [operationType, ns.coll])).toEqual([
      ...heard.slice(0, -1).map(() => ['create', 'last']),
      ['insert', 'last'],
    ]);
    await client.db().dropCollection('last');
    expect(await everything()).toEqual(before);
  });

  it('is seen by nobody while it lasts', async () => {
    const deals = client.db().collection('deals');
    const before = await deals.countDocuments();
    const fail = { configureFailPoint: 'failCommand', mode: { times: 1 } };
    const data = { failCommands: ['abortTransaction'], blockConnection: true, blockTimeMS: 300 };
    await client.db('admin').command({ ...fail, data });
    let isOver = false;
    const rehearsed = rehearse({ mends: false }).finally(() => {
      isOver = true;
    });
    let looks = 0;
    for (; !isOver; looks += 1)
      expect(await deals.countDocuments({}, { readConcern: { level: 'local' } })).toBe(before);
    await rehearsed;
    expect(looks).toBeGreaterThan(1);
  });

  it.each([
    [2, 'BadValue', StoreUnfit, 'MongoDB cannot keep a lead (insert into contacts 2 BadValue)'],
    [14031, 'OutOfDiskSpace', Error, 'a disk is full (insert into contacts 14031 OutOfDiskSpace)'],
  ])('is red by the server’s code %i and the command', async (errorCode, _name, kind, words) => {
    const fail = { configureFailPoint: 'failCommand', mode: { times: 2 } };
    await client.db('admin').command({ ...fail, data: { failCommands: ['insert'], errorCode } });
    const error = await rehearse({ mends: false }).catch((reason: unknown) => reason);
    await client.db('admin').command({ ...fail, mode: 'off' });
    expect(error).toBeInstanceOf(kind);
    expect((error as Error).message).toBe(words);
  });

  it('is red without the index that keeps one lead for a key', async () => {
    await client.db().collection('deals').dropIndex('idempotency');
    await expect(rehearse({ mends: false })).rejects.toThrow(
      'one Idempotency-Key makes two leads: deals has no unique index on it',
    );
  });
});
