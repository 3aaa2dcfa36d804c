import { getServers, setServers } from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MongoConnection } from '../../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import {
  DEALS,
  type StoredDeal,
  storedDeal,
} from '../../../../../src/adapters/outbound/mongodb/stored-deal.ts';
import { StoreUnavailable } from '../../../../../src/application/ports/outbound/store.ts';
import { mongoBackOffice } from '../../../../../src/operators/adapters/outbound/mongodb/leads/mongo-back-office.ts';
import { sentWith } from '../../../../../suites/samples.ts';
import { someDeal } from '../../../../support/leads.ts';
import { connectTo, vendorsOn } from '../../../../support/mongo-store.ts';
import type { Mongod } from '../../../../support/mongod.ts';
import { freshDatabase, noMongodb } from '../../../../support/mongodb.ts';
import { type DnsAnswer, startNameServer } from '../../../../support/name-server.ts';
import { noMongod, startMongod } from '../../../../support/own-mongod.ts';

/** Sends one command, and returns its error and how long it took. */
async function outcomeOf(connection: MongoConnection) {
  const begin = performance.now();
  const error = await connection.use((db) => db.command({ ping: 1 })).catch((reason: unknown) => reason);
  return { error, seconds: (performance.now() - begin) / 1_000 };
}

describe('MongoConnection with a mongodb+srv:// address', () => {
  const usual = getServers();
  let names: Awaited<ReturnType<typeof startNameServer>>;
  async function connectionWhile(answer: DnsAnswer) {
    names = await startNameServer(answer);
    setServers([names.address]);
    const warnings: string[] = [];
    const connection = connectTo('mongodb+srv://db.canary.localhost/?tls=false', {
      warn: (message) => warnings.push(message),
      client: { srvHostValidator: () => true },
    });
    return { connection, warnings };
  }
  afterEach(() => {
    setServers(usual);
    names?.close();
  });

  it.each([
    ['NXDOMAIN', 'ENOTFOUND'],
    ['SERVFAIL', 'ESERVFAIL'],
  ] as const)(
    'is unavailable while the name server answers %s, and warns once with the reason',
    async (answer, code) => {
      const { connection, warnings } = await connectionWhile(answer);
      for (let time = 0; time < 2; time += 1) {
        const { error, seconds } = await outcomeOf(connection);
        expect(error).toBeInstanceOf(StoreUnavailable);
        expect(String(error)).not.toContain('canary');
        expect(seconds).toBeLessThan(6);
      }
      expect(warnings).toEqual([
        `MongoDB cannot be used (DNS could not find the host in MONGODB_URI (querySrv ${code})); every use of it tries again.`,
      ]);
      await connection.close();
    },
  );

  it('is unavailable within 6 s while the name server does not answer', async () => {
    const { connection } = await connectionWhile('silence');
    const outcomes = await Promise.all([outcomeOf(connection), outcomeOf(connection)]);
    for (const { error, seconds } of outcomes) {
      expect(error).toBeInstanceOf(StoreUnavailable);
      expect(seconds).toBeLessThan(6);
    }
    await connection.close();
  });

  it.skipIf(noMongod)('finds the server as soon as the name server knows it', async () => {
    const server = await startMongod();
    const { connection } = await connectionWhile('NXDOMAIN');
    expect(await connection.isReachable()).toBe(false);
    names.answer = { target: 'localhost', port: server.port };
    const { seconds } = await outcomeOf(connection);
    expect(seconds).toBeLessThan(2);
    expect(await connection.isReachable()).toBe(true);
    await connection.close();
    await server.stop();
  });

  it.skipIf(noMongod)('stays closed if it was closed while the name server was asked', async () => {
    const server = await startMongod();
    const { connection } = await connectionWhile({ target: 'localhost', port: server.port });
    const seen: string[] = [];
    for (const event of ['topologyOpening', 'topologyClosed'] as const)
      connection.client.on(event, () => seen.push(event));
    const connecting = connection.isReachable();
    await connection.close();
    expect(seen).toEqual([]);
    expect(await connecting).toBe(false);
    expect(seen).toEqual(['topologyOpening', 'topologyClosed']);
    await server.stop();
  });
});

const hungUp = 'every connection is ended by the server; perhaps only one side uses TLS';

describe('MongoConnection to something that is no MongoDB, or does not speak its TLS', () => {
  it.each([
    ['hangs up', (socket: Socket) => socket.end(), 500, hungUp],
    ['resets', (socket: Socket) => socket.resetAndDestroy(), 500, hungUp],
    ['is silent, like a firewall', () => {}, 5_000, 'no server answers'],
    ['is silent for longer than it may take', () => {}, 500, 'no server answers'],
  ])('says what it saw: one that %s', async (_what, on, connectTimeoutMS, reason) => {
    const peer = createServer(on).listen(0, '127.0.0.1');
    await once(peer, 'listening');
    const { port } = peer.address() as AddressInfo;
    const connection = connectTo(`mongodb://127.0.0.1:${port}`, {
      client: { serverSelectionTimeoutMS: 1_000, connectTimeoutMS },
    });
    expect((await outcomeOf(connection)).error).toEqual(new StoreUnavailable(reason));
    await connection.close();
    peer.close();
  });
});

it.skipIf(noMongodb).each([
  ['compressors=snappy', 'needs a package that is not installed'],
  ['authMechanism=GSSAPI&authSource=$external', 'needs a package that is not installed'],
  ['authMechanism=MONGODB-AWS&authSource=$external', 'signs in with AWS IAM'],
  ['loadBalanced=true', 'there is no load balancer'], // mongodb 7.9.0: MongoCompatibilityError
])('MongoConnection says in words that it cannot do %s', async (option, words) => {
  const uri = new URL(freshDatabase());
  if (option.includes('GSSAPI')) uri.username = 'ann';
  if (option.includes('loadBalanced')) uri.search = ''; // not beside directConnection or replicaSet
  uri.search += `${uri.search && '&'}${option}`;
  const connection = connectTo(uri.href);
  const { error } = await outcomeOf(connection);
  await connection.close();
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(String(error)).toContain(words);
});

it('MongoConnection says nothing more once it is closed', async () => {
  const warnings: string[] = [];
  const connection = connectTo('mongodb://127.0.0.1:1', {
    warn: (message) => warnings.push(message),
  });
  const connecting = connection.isReachable();
  await connection.close();
  expect(await connecting).toBe(false);
  expect(warnings).toEqual([]);
});

describe.skipIf(noMongod)('MongoConnection says what is missing', () => {
  let server: Mongod;
  beforeAll(async () => {
    server = await startMongod({ args: ['--replSet', 'rs0'] });
  });
  afterAll(() => server?.stop());

  const reasonAt = async (address: string) => {
    const connection = connectTo(`mongodb://${address}`, {
      client: { serverSelectionTimeoutMS: 1_000 },
    });
    const { error } = await outcomeOf(connection);
    await connection.close();
    return error;
  };
  const initiated = async () => {
    const client = new MongoClient(server.directUri);
    const members = [{ _id: 0, host: server.address }];
    await client.db('admin').command({ replSetInitiate: { _id: 'rs0', members } });
    return client;
  };

  it('if nothing listens, the set is not initiated, has another name or no primary', async () => {
    expect(await reasonAt('127.0.0.1:1')).toEqual(new StoreUnavailable('no server answers (ECONNREFUSED)'));
    expect(await reasonAt('nobody.invalid')).toEqual(new StoreUnavailable('no server answers (ENOTFOUND)'));
    expect(await reasonAt(`${server.address}/?tls=true`)).toEqual(new StoreUnavailable(hungUp));
    expect(await reasonAt(`${server.address}/?replicaSet=rs0`)).toEqual(
      new StoreUnavailable('the replica set has not been initiated'),
    );

    const client = await initiated();
    await expect
      .poll(() => reasonAt(`${server.address}/?replicaSet=rs0`))
      .not.toBeInstanceOf(StoreUnavailable);
    expect(await reasonAt(`${server.address}/?replicaSet=rs1`)).toEqual(
      new StoreUnavailable('no server belongs to the replica set named in MONGODB_URI'),
    );
    await client.db('admin').command({ replSetStepDown: 60, force: true });
    expect(await reasonAt(`${server.address}/?replicaSet=rs0`)).toEqual(
      new StoreUnavailable('the replica set has no primary'),
    );
    await client.close();
  }, 30_000);
});

describe.skipIf(noMongod)('MongoConnection to a server with authentication', () => {
  let server: Mongod;
  let admin: MongoClient;
  beforeAll(async () => {
    server = await startMongod({ args: ['--auth'] });
    admin = await new MongoClient(server.directUri).connect(); // anyone on this machine may create the first user
    const roles = [{ role: 'root', db: 'admin' }];
    await admin.db('admin').command({ createUser: 'root', pwd: 'root', roles });
  });
  afterAll(async () => {
    await admin?.close();
    await server?.stop();
  });

  it('is unavailable with a wrong password, says so, and works once the password is right', async () => {
    const uri = server.directUri.replace('//', '//ann:sesame@').replace('/?', '/?authSource=admin&');
    const warnings: string[] = [];
    const connection = connectTo(uri, { warn: (message) => warnings.push(message) });
    expect((await outcomeOf(connection)).error).toBeInstanceOf(StoreUnavailable);
    expect(await connection.isReachable()).toBe(false);
    expect(warnings).toEqual([expect.stringContaining('user name or password in MONGODB_URI was rejected')]);

    const root = new MongoClient(server.directUri.replace('//', '//root:root@'));
    const roles = [{ role: 'readWrite', db: 'partner_leads' }];
    await root.db('admin').command({ createUser: 'ann', pwd: 'sesame', roles });
    await root.close();
    expect((await outcomeOf(connection)).error).toEqual({ ok: 1 }); // nobody needs to ask first whether it is reachable
    expect(warnings.slice(1)).toContain('MongoDB can be used now.');
    await connection.close();
  });

  it('is unavailable while its user is missing, and works once there is one of that name again', async () => {
    const users = new MongoClient(server.directUri.replace('//', '//root:root@')).db('admin');
    const bob = { createUser: 'bob', pwd: 'sesame', roles: [{ role: 'readWrite', db: 'partner_leads' }] };
    await users.command(bob);
    const uri = server.directUri.replace('//', '//bob:sesame@').replace('/?', '/?authSource=admin&');
    const connection = connectTo(uri);
    const read = () => connection.use((db) => db.collection(DEALS).findOne());
    const outcomes = async () =>
      new Set((await Promise.allSettled(Array.from({ length: 5 }, read))).map(({ status }) => status));
    await read();
    await users.command({ dropUser: 'bob' });
    await expect(read()).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await connection.isReachable()).toBe(false);
    await users.command(bob);
    // The server never takes back the former connection, whose place the driver keeps beside those of new ones.
    expect(await outcomes()).toEqual(new Set(['rejected', 'fulfilled']));
    await expect.poll(outcomes).toEqual(new Set(['fulfilled']));
    expect(await connection.isReachable()).toBe(true);
    await connection.close();
    await users.client.close();
  });
});

it.skipIf(noMongod)(
  'names the fields of an index that duplicates prevent, not their values, and lets an operator go on',
  async () => {
    const uri = freshDatabase();
    const deal = (id: string) => ({ ...storedDeal(someDeal()), _id: id, idempotency: sentWith('canary') });
    const client = new MongoClient(uri);
    await client
      .db()
      .collection<StoredDeal>(DEALS)
      .insertMany([deal('a'), deal('b')]);
    const warnings: string[] = [];
    const connection = connectTo(uri, { warn: (message) => warnings.push(message) });
    expect(await connection.isReachable()).toBe(false);
    expect(warnings[0]).toContain(
      'duplicates prevent a unique index on contacts or deals (vendorId, idempotency.key)',
    );
    expect(warnings.join()).not.toContain('canary');
    const operator = MongoConnection.forOperator(uri);
    expect(await mongoBackOffice(operator).leads.deals({ limit: 5 })).toHaveLength(2);
    await client.db().collection<StoredDeal>(DEALS).deleteOne({ _id: 'b' });
    expect(await connection.isReachable()).toBe(true);
    await client.db().dropDatabase();
    await Promise.all([client.close(), connection.close(), operator.close()]);
  },
);

it.skipIf(noMongod)(
  'creates nothing for an operator who only looks, perhaps into the wrong database',
  async () => {
    const operator = MongoConnection.forOperator(freshDatabase());
    expect(await mongoBackOffice(operator).leads.deals({ limit: 5 })).toEqual([]);
    expect(await vendorsOn(operator).accounts()).toEqual([]);
    expect(await operator.use((db) => db.listCollections().toArray())).toEqual([]);
    await operator.close();
  },
);

it.skipIf(noMongod)('says so if the server refuses the name of the database', async () => {
  const warnings: string[] = [];
  const uri = freshDatabase().replace(/test_\w+/, '%24x');
  const connection = connectTo(uri, { warn: (message) => warnings.push(message) });
  const { error } = await outcomeOf(connection);
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(warnings[0]).toContain('the name of the database in MONGODB_URI is not allowed');
  await connection.close();
});
