import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MongoConnection } from '../../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import {
  operatorTimeouts,
  timeouts,
} from '../../../../../src/adapters/outbound/mongodb/connection/timeouts.ts';
import { StoreUnavailable } from '../../../../../src/application/ports/outbound/store.ts';
import { MongoAuditLog } from '../../../../../src/operators/adapters/outbound/mongodb/desk/mongo-audit-log.ts';
import { addDeal, addLead } from '../../../../support/added-leads.ts';
import { someCustomer, someDeal } from '../../../../support/leads.ts';
import { openCrm } from '../../../../support/mongo-crm.ts';
import { connectTo, vendorsOn } from '../../../../support/mongo-store.ts';
import type { Mongod } from '../../../../support/mongod.ts';
import { freshDatabase, noMongodb } from '../../../../support/mongodb.ts';
import { noMongod, startMongod, startSet } from '../../../../support/own-mongod.ts';
import type { ReplicaSet } from '../../../../support/replica-set.ts';

/** The fields of each index; none if the collection does not exist. */
const indexesOf = (connection: MongoConnection, collection: string): Promise<Record<string, object>> =>
  connection.use(async (db) => {
    const there = await db.listCollections({ name: collection }).hasNext();
    const indexes = there ? await db.collection(collection).indexes() : [];
    return Object.fromEntries(indexes.map(({ name, key }) => [name, key]));
  });
const contactIndexes = {
  _id_: { _id: 1 },
  identity: { keys: 1 },
  merged: { mergedInto: 1 },
  shown: { shown: 1 },
};

describe.skipIf(noMongodb)('MongoConnection', () => {
  it('uses the database in the URI, or partner_leads if there is none', () => {
    const uri = freshDatabase();
    const nameOf = (address: string) => new MongoConnection(address).database;
    expect(nameOf(uri)).toMatch(/^test_/);
    expect(nameOf(uri.replace('/test_', '/test%5F'))).toMatch(/^test_/);
    expect(nameOf(uri.replace(/\/test_\w+/, '/'))).toBe('partner_leads');
    const withSlash = uri.replace(/\/test_\w+\??/, '?appName=team/leads&');
    expect(nameOf(withSlash)).toBe('partner_leads');
  });

  it('creates the indexes, even from five connections at once', async () => {
    const uri = freshDatabase();
    const connection = connectTo(uri);
    const connections = [connection, ...Array.from({ length: 4 }, () => connectTo(uri))];
    const reachable = await Promise.all(connections.map((connection) => connection.isReachable()));
    expect(reachable).toEqual(Array(5).fill(true));
    expect(await indexesOf(connection, 'contacts')).toEqual(contactIndexes);
    expect(await indexesOf(connection, 'deals')).toEqual({
      _id_: { _id: 1 },
      'as-it-came': { 'asItCame.at': 1, _id: 1, 'asItCame.sourceId': 1 },
      changed: { changedAt: 1, _id: 1 },
      contact: { contactId: 1 },
      given: { 'assigned.at': 1, _id: 1, owner: 1, status: 1 },
      idempotency: { vendorId: 1, 'idempotency.key': 1 },
      kind: {
        ...{ dealType: 1, status: 1, receivedAt: 1, _id: 1, vendorId: 1, owner: 1, lostReason: 1 },
        ...{ answeredAt: 1, 'reopened.at': 1, 'reopened.answeredAt': 1, forgotten: 1 },
        ...{ followUpAt: 1, kept: 1, missed: 1 },
      },
      outbox: { 'outbox.event.at': 1 },
      promised: { followUpAt: 1, _id: 1, owner: 1, 'followUp.byId': 1 },
      'owner-received': { owner: 1, receivedAt: 1, _id: 1, status: 1 },
      'owner-status': { owner: 1, status: 1, receivedAt: 1, _id: 1 },
      received: { receivedAt: 1, _id: 1 },
      reopened: { 'reopened.at': 1, _id: 1 },
      'said-received': { said: 1, receivedAt: 1 },
      'vendor-received': { vendorId: 1, receivedAt: 1, _id: 1 },
    });
    await connection.use((db) => db.dropDatabase());
    await Promise.all(connections.map((connection) => connection.close()));
  });

  it('is asked for its health once at a time, however many want to know', async () => {
    const { connection, close } = await openCrm();
    await connection.isReachable();
    const asked = Array.from({ length: 100 }, () => connection.isReachable());
    expect(new Set(asked).size).toBe(1);
    await asked[0];
    expect(connection.isReachable()).not.toBe(asked[0]);
    await close();
  });

  it("creates the operator's indexes only with the first vendor and the first entry of the audit log", async () => {
    const { connection, close } = await openCrm();
    await connection.isReachable();
    const indexes = () => Promise.all([indexesOf(connection, 'vendors'), indexesOf(connection, 'audit')]);
    expect(await indexes()).toEqual([{}, {}]);
    await vendorsOn(connection).add({ id: 'v', name: 'Acme', created: new Date(), keys: [] });
    await new MongoAuditLog(connection).begin([
      { id: 'e', at: new Date(), by: 'ada', action: 'vendor.add', on: 'v' },
    ]);
    expect(await indexes()).toEqual([
      { _id_: { _id: 1 }, key: { 'keys.digest': 1 }, 'key-id': { 'keys.id': 1 }, name: { name: 1 } },
      {
        _id_: { _id: 1 },
        'at-id': { at: 1, _id: 1 },
        'on-at': { on: 1, at: 1, _id: 1 },
        'by-at': { byId: 1, at: 1, _id: 1 },
      },
    ]);
    await close();
  });

  it('does not warn about a replica set', async () => {
    const warnings: string[] = [];
    const { connection, close } = await openCrm({ warn: (message) => warnings.push(message) });
    await connection.isReachable();
    await close();
    expect(warnings).toEqual([]);
  });

  it('stays closed, whatever asks for it afterwards', async () => {
    const [used, unused] = [new MongoConnection(freshDatabase()), new MongoConnection(freshDatabase())];
    await used.isReachable();
    for (const connection of [used, unused]) {
      await connection.close();
      const ping = connection.use((db) => db.command({ ping: 1 }));
      await expect(ping).rejects.toThrow(StoreUnavailable);
      expect(await connection.isReachable()).toBe(false);
    }
  });

  it('ignores weaker read and write concerns and another read preference in the URI', async () => {
    const connection = new MongoConnection(
      `${freshDatabase()}&w=1&journal=false&j=false&J=0&fsync=false&readConcernLevel=local&readPreference=secondary`,
    );
    const { writeConcern, readPreference, readConcern } = connection.client.options;
    expect([writeConcern?.w, writeConcern?.journal]).toEqual(['majority', true]);
    expect([readPreference.mode, readConcern?.level]).toEqual(['primary', 'majority']);
  });

  it('gives an operator’s commands half a minute', () => {
    const { options } = MongoConnection.forOperator(freshDatabase()).client;
    expect(options).toMatchObject({
      writeConcern: { w: 'majority', journal: true, wtimeoutMS: operatorTimeouts.command },
      socketTimeoutMS: operatorTimeouts.answer,
    });
  });

  it('keeps its time limits, its retries and the size of its pool, whatever the URI says', () => {
    const limits = [
      ...[
        'wtimeoutMS=0',
        'wtimeout=0',
        'serverSelectionTimeoutMS=1',
        'connectTimeoutMS=0',
        'waitQueueTimeoutMS=0',
      ],
      ...['socketTimeoutMS=0', 'maxPoolSize=0', 'retryWrites=false', 'retryReads=false'],
      ...['heartbeatFrequencyMS=60000', 'minPoolSize=30'],
    ];
    const { options } = new MongoConnection(`${freshDatabase()}&${limits.join('&')}`).client;
    expect(options).toMatchObject({
      writeConcern: { wtimeoutMS: timeouts.command },
      serverSelectionTimeoutMS: timeouts.connect,
      connectTimeoutMS: timeouts.connect,
      waitQueueTimeoutMS: timeouts.connect,
      socketTimeoutMS: timeouts.answer,
      heartbeatFrequencyMS: 1_000,
      maxPoolSize: 20,
      minPoolSize: 0,
      retryWrites: true,
      retryReads: true,
    });
  });
});

describe.skipIf(noMongod)('MongoConnection to a standalone server', () => {
  let server: Mongod;
  beforeAll(async () => {
    server = await startMongod();
  });
  afterAll(() => server?.stop());

  it('works, and warns once that the server is standalone', async () => {
    const warnings: string[] = [];
    const { crm, close } = await openCrm({ warn: (message) => warnings.push(message) }, server.directUri);
    const { contactId } = await addLead(crm, someDeal(), { customer: someCustomer() });
    const again = await addLead(crm, someDeal(), { customer: someCustomer({ zip: '10001' }) });
    expect(again.contactId).toBe(contactId);
    await close();
    expect(warnings).toEqual([expect.stringContaining('standalone')]);
  });
});

describe.skipIf(noMongod)('MongoConnection while the server comes and goes', () => {
  let set: ReplicaSet;
  let server: Mongod;
  let under: Awaited<ReturnType<typeof openCrm>>;
  beforeAll(async () => {
    set = await startSet([{}]);
    server = await set.primary();
    await server.kill();
    under = await openCrm({}, set.uri);
  });
  afterAll(async () => {
    await under?.connection.close();
    await set?.stop();
  });

  const outage = async () => {
    const begin = performance.now();
    const reachable = under.connection.isReachable();
    const asked = [
      under.customers.keep(someCustomer()),
      addDeal(under.crm, someDeal()),
      under.crm.statusOf('x'),
      under.crm.earlierDeal('vendor-1', 'k'),
    ];
    for (const outcome of await Promise.allSettled(asked)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    }
    expect(await reachable).toBe(false);
    expect(performance.now() - begin).toBeLessThan(6_000);
  };
  const recovery = async () => {
    const returned = performance.now();
    expect(await addDeal(under.crm, someDeal())).toBe('added');
    expect(performance.now() - returned).toBeLessThan(2_000);
    expect(await under.connection.isReachable()).toBe(true);
  };

  it('reports a server that is down at the start, and finds it once it is up', async () => {
    await outage();
    await server.start();
    await set.primary();
    await recovery();
  });

  it('reports a server that goes down later, and finds it again', async () => {
    await server.kill();
    await outage();
    await server.start();
    await set.primary();
    await recovery();
  });

  it('reports a server that hangs, and continues when it does', async () => {
    server.pause();
    try {
      await sleep(200); // until the last answers have been sent
      await outage();
    } finally {
      server.resume();
    }
    await recovery();
  });
});

describe.skipIf(noMongod)('MongoConnection to a mongod that was replaced', () => {
  const createsIndexesAgain = async (server: Mongod, uri: string) => {
    const { connection, close } = await openCrm({}, uri);
    expect(await connection.isReachable()).toBe(true);
    await connection.use((db) => db.collection('contacts').dropIndex('identity'));
    await server.kill();
    await server.start();
    while (!(await connection.isReachable())) await sleep(100);
    // A command may reach the new process before the driver has looked at it: a moment later, it has.
    await expect.poll(() => indexesOf(connection, 'contacts')).toEqual(contactIndexes);
    await close();
  };

  it('creates the indexes again, because the new one may have come up without them', async () => {
    const set = await startSet([{}]);
    await createsIndexesAgain(await set.primary(), set.uri).finally(() => set.stop());
  });

  it('does so too if it is standalone', async () => {
    const server = await startMongod();
    await createsIndexesAgain(server, server.directUri).finally(() => server.stop());
  });
});
