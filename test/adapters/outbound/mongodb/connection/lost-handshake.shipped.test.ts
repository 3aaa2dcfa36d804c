import { setImmediate as turn } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { afterEach, expect, it, vi } from 'vitest';
import { MongoConnection } from '../../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import { closedGate } from '../../../../support/gate.ts';
import type { Mongod } from '../../../../support/mongod.ts';
import { noMongod, startMongod } from '../../../../support/own-mongod.ts';

const { subtle } = globalThis.crypto;
afterEach(() => vi.restoreAllMocks());

it.skipIf(noMongod)(
  'connections that the driver lost track of while it logged in are not in the way of others for good',
  async () => {
    const server = await withAccounts();
    const gate = await closedGate(server.port);
    gate.open();
    const uri = server.directUri.replace(server.address, `root:root@127.0.0.1:${gate.port}`);
    const connection = new MongoConnection(uri, { client: { maxPoolSize: 1 } });
    const outcome = () => connection.use((db) => db.command({ ping: 1 })).then(() => 'done', String);
    expect(await outcome()).toBe('done');

    // The last of the four signatures of a login: the driver writes as soon as it has it.
    const sign = subtle.sign.bind(subtle);
    let signed = 0;
    vi.spyOn(subtle, 'sign').mockImplementation(async (...args) => {
      const signature = await sign(...args);
      signed += 1;
      if (signed % 4 !== 0) return signature;
      gate.hangUp();
      for (let turns = (signed / 4) % 5; turns > 0; turns -= 1) await turn();
      return signature;
    });
    let reason = '';
    for (let round = 0; round < 200 && !reason.includes('became free'); round += 1) {
      gate.hangUp();
      reason = await outcome();
    }
    expect(reason).toContain('no connection became free in time'); // else the driver has become better
    vi.restoreAllMocks();
    await expect.poll(outcome).toBe('done');

    await connection.close();
    gate.close();
    await server.stop();
  },
  60_000,
);

async function withAccounts(): Promise<Mongod> {
  const server = await startMongod({ args: ['--auth'] });
  const admin = await new MongoClient(server.directUri).connect(); // anyone on this machine may create the first user
  const roles = [{ role: 'root', db: 'admin' }];
  await admin.db('admin').command({ createUser: 'root', pwd: 'root', roles });
  await admin.close();
  return server;
}
