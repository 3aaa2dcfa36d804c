import { describe, expect, it } from 'vitest';
import { CachedKeys } from '../../../../src/adapters/outbound/key-cache/cached-keys.ts';
import { MongoConnection } from '../../../../src/adapters/outbound/mongodb/connection.ts';
import { MongoVendors } from '../../../../src/adapters/outbound/mongodb/mongo-vendors.ts';
import { vendorsOf } from '../../../../src/adapters/outbound/mongodb/stored-vendor.ts';
import { clock, sha256 } from '../../../../src/adapters/outbound/runtime/runtime.ts';
import { addKey, openAccount } from '../../../../src/domain/vendor.ts';
import { freshDatabase, noMongodb } from '../../../support/mongodb.ts';
import { someKey } from '../../../support/vendors.ts';

/** Counts the commands with this name that the work sends. */
async function counting(
  command: string,
  work: (vendors: MongoVendors, connection: MongoConnection) => Promise<unknown>,
): Promise<number> {
  const connection = new MongoConnection(freshDatabase(), { client: { monitorCommands: true } });
  try {
    await connection.isReachable(); // creates the indexes
    let count = 0;
    connection.client.on('commandStarted', ({ commandName }) => {
      if (commandName === command) count += 1;
    });
    await work(new MongoVendors(connection), connection);
    return count;
  } finally {
    await connection.use((db) => db.dropDatabase());
    await connection.close();
  }
}

describe.skipIf(noMongodb)('notes of key use', () => {
  it('share round trips when a minute begins, and write nothing twice', async () => {
    const minute = new Date(Date.UTC(2026, 5, 1));
    const ids = Array.from({ length: 600 }, (_, n) => `key_${n}`);
    const versions: unknown[] = [];
    const updates = await counting('update', async (vendors, connection) => {
      await vendors.add(ids.map((id) => someKey(id)).reduce(addKey, openAccount('ven_1', 'Acme', minute)));
      for (const _twice of [1, 2]) {
        await Promise.all(ids.slice(0, 300).map((id) => vendors.markUsed(id, minute)));
        versions.push(await connection.use(async (db) => (await vendorsOf(db).findOne())?.version));
      }
    });
    expect(updates).toBe(2 * Math.ceil(300 / 256));
    expect(versions[1]).toBe(versions[0]);
  });
});

describe.skipIf(noMongodb)('key look-ups', () => {
  it('need one or two round trips for 1,000 look-ups of the same key', async () => {
    const finds = await counting('find', async (vendors) => {
      const keys = new CachedKeys(vendors, clock);
      for (let n = 0; n < 1_000; n += 1) await keys.find(sha256('one key'));
    });
    expect(finds).toBeLessThanOrEqual(2); // one, unless the run takes longer than a cached answer is valid
  });

  it('need few round trips for a flood of unknown keys at once', async () => {
    const finds = await counting('find', (vendors) => {
      const keys = new CachedKeys(vendors, clock);
      return Promise.all(Array.from({ length: 2_000 }, (_, n) => keys.find(sha256(`key ${n}`))));
    });
    expect(finds).toBeLessThanOrEqual(Math.ceil(2_000 / 256));
  });
});
