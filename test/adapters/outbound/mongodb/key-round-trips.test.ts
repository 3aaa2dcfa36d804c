import { describe, expect, it } from 'vitest';
import { CachedKeys } from '../../../../src/adapters/outbound/key-cache/cached-keys.ts';
import { MongoConnection } from '../../../../src/adapters/outbound/mongodb/connection.ts';
import { MongoVendors } from '../../../../src/adapters/outbound/mongodb/mongo-vendors.ts';
import { vendorsOf } from '../../../../src/adapters/outbound/mongodb/stored-vendor.ts';
import { clock, sha256 } from '../../../../src/adapters/outbound/runtime/runtime.ts';
import { addKey, type IssuedKey, openAccount } from '../../../../src/domain/vendor.ts';
import { freshDatabase, noMongodb } from '../../../support/mongodb.ts';

const minute = new Date(Date.UTC(2026, 5, 1));
const someKey: IssuedKey = {
  id: 'key_1',
  digest: 'd',
  hint: 'lead_test_0000',
  created: minute,
  expires: undefined,
  revoked: undefined,
  replacedBy: undefined,
  lastUsed: undefined,
};

describe.skipIf(noMongodb)('the notes of key uses', () => {
  it('of a minute that begins share round trips, and write nothing twice', async () => {
    const connection = new MongoConnection(freshDatabase(), { client: { monitorCommands: true } });
    try {
      const vendors = new MongoVendors(connection);
      const ids = Array.from({ length: 600 }, (_, n) => `key_${n}`);
      const account = ids.reduce(
        (all, id) => addKey(all, { ...someKey, id, digest: id }),
        openAccount('ven_1', 'Acme', minute),
      );
      await vendors.add(account);
      let updates = 0;
      connection.client.on('commandStarted', ({ commandName }) => {
        if (commandName === 'update') updates += 1;
      });
      const versionAfterNotes = async () => {
        await Promise.all(ids.slice(0, 300).map((id) => vendors.markUsed(id, minute)));
        return connection.use(async (db) => (await vendorsOf(db).findOne())?.version);
      };
      const version = await versionAfterNotes();
      expect(updates).toBe(Math.ceil(300 / 256));
      expect(await versionAfterNotes()).toBe(version);
    } finally {
      await connection.use((db) => db.dropDatabase());
      await connection.close();
    }
  });
});

describe.skipIf(noMongodb)('the round trips of key look-ups', () => {
  async function counting(work: (keys: CachedKeys) => Promise<unknown>): Promise<number> {
    const connection = new MongoConnection(freshDatabase(), { client: { monitorCommands: true } });
    try {
      await connection.isReachable(); // the indexes are made
      let finds = 0;
      connection.client.on('commandStarted', ({ commandName }) => {
        if (commandName === 'find') finds += 1;
      });
      await work(new CachedKeys(new MongoVendors(connection), clock));
      return finds;
    } finally {
      await connection.use((db) => db.dropDatabase());
      await connection.close();
    }
  }

  it('are none in the steady state', async () => {
    const finds = await counting(async (keys) => {
      for (let n = 0; n < 1_000; n += 1) await keys.find(sha256('one key'));
    });
    expect(finds).toBeLessThanOrEqual(2); // one, unless the run takes longer than an answer lives
  });

  it('are a few for a flood of unknown keys that come together', async () => {
    const finds = await counting((keys) =>
      Promise.all(Array.from({ length: 2_000 }, (_, n) => keys.find(sha256(`key ${n}`)))),
    );
    expect(finds).toBeLessThanOrEqual(Math.ceil(2_000 / 256));
  });
});
