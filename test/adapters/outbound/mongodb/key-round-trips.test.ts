import { describe, expect, it } from 'vitest';
import { CachedKeys } from '../../../../src/adapters/outbound/key-cache/cached-keys.ts';
import { MongoConnection } from '../../../../src/adapters/outbound/mongodb/connection.ts';
import { MongoVendors } from '../../../../src/adapters/outbound/mongodb/mongo-vendors.ts';
import { clock, sha256 } from '../../../../src/adapters/outbound/runtime/runtime.ts';
import { freshDatabase, noMongodb } from '../../../support/mongodb.ts';

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
