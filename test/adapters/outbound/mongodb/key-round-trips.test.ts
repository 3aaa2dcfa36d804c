import { describe, expect, it } from 'vitest';
import { CachedKeys } from '../../../../src/adapters/outbound/key-cache/cached-keys.ts';
import { MongoConnection } from '../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import { storedVendor, vendorsOf } from '../../../../src/adapters/outbound/mongodb/stored-vendor.ts';
import { clock, sha256 } from '../../../../src/adapters/outbound/runtime/runtime.ts';
import type { VendorDirectory } from '../../../../src/operators/application/ports/outbound/vendor-directory.ts';
import { addKey, openAccount } from '../../../../src/operators/domain/work/vendor-account.ts';
import { someKey } from '../../../../suites/operator-samples.ts';
import { vendorsOn } from '../../../support/mongo-store.ts';
import { emptyDatabase, noMongodb } from '../../../support/mongodb.ts';
import { sentCommands } from '../../../support/sent-commands.ts';

/** Counts the commands with these names that the work sends. */
async function counting(
  names: readonly string[],
  work: (vendors: VendorDirectory, connection: MongoConnection) => Promise<unknown>,
): Promise<number> {
  const connection = new MongoConnection(await emptyDatabase(), { client: { monitorCommands: true } });
  try {
    await connection.isReachable(); // creates the indexes
    const sent = sentCommands(connection, names);
    await work(vendorsOn(connection), connection);
    return sent.length;
  } finally {
    await connection.close();
  }
}

describe.skipIf(noMongodb)('records of key use', () => {
  it('hold up what follows them no longer than a second, and do not wait for a majority', async () => {
    const connection = new MongoConnection(await emptyDatabase(), { client: { monitorCommands: true } });
    const sent = sentCommands(connection, ['update']);
    await vendorsOn(connection).markUsed('key_1', new Date());
    expect(sent).toEqual([expect.objectContaining({ maxTimeMS: 1_000, writeConcern: { w: 1 } })]);
    await connection.close();
  });

  it('share round trips when a minute begins, and write nothing twice', async () => {
    const minute = new Date(Date.UTC(2026, 5, 1));
    const ids = Array.from({ length: 600 }, (_, n) => `key_${n}`);
    const versions: unknown[] = [];
    const updates = await counting(['update'], async (vendors, connection) => {
      await vendors.add(ids.map((id) => someKey(id)).reduce(addKey, openAccount('ven_1', 'Acme', minute)));
      for (const _twice of [1, 2]) {
        await Promise.all(ids.slice(0, 300).map((id) => vendors.markUsed(id, minute)));
        const newest = { readConcern: { level: 'local' } } as const;
        versions.push(await connection.use(async (db) => (await vendorsOf(db).findOne({}, newest))?.version));
      }
    });
    expect(updates).toBe(2 * Math.ceil(300 / 256));
    expect(versions).toEqual([300, 300]); // each write is counted, so that no change of the keys can undo it
  });
});

describe.skipIf(noMongodb)('key look-ups', () => {
  const reading = ['find', 'getMore'];

  it('read no vendor but those whose keys they are', async () => {
    const connection = new MongoConnection(await emptyDatabase(), { client: { monitorCommands: true } });
    const sent = sentCommands(connection, ['find']);
    await vendorsOn(connection).find('digest of a');
    expect(sent.map(({ filter }) => filter)).toEqual([{ 'keys.digest': { $in: ['digest of a'] } }]);
    await connection.close();
  });

  it('need one or two round trips for 1,000 look-ups of the same key', async () => {
    const finds = await counting(reading, async (vendors) => {
      const keys = new CachedKeys(vendors, clock);
      for (let n = 0; n < 1_000; n += 1) await keys.find(sha256('one key'));
    });
    expect(finds).toBeLessThanOrEqual(2); // one, unless the run takes longer than a cached answer is valid
  });

  it('need few round trips for a flood of unknown keys at once', async () => {
    const finds = await counting(reading, (vendors) => {
      const keys = new CachedKeys(vendors, clock);
      return Promise.all(Array.from({ length: 2_000 }, (_, n) => keys.find(sha256(`key ${n}`))));
    });
    expect(finds).toBeLessThanOrEqual(Math.ceil(2_000 / 256));
  });

  it('need one round trip for the keys of 150 vendors at once', async () => {
    const ids = Array.from({ length: 150 }, (_, n) => `${n}`);
    const holders = ids.map((id) => storedVendor(addKey(openAccount(id, id, new Date()), someKey(id))));
    const finds = await counting(reading, async (vendors, connection) => {
      await connection.use((db) => vendorsOf(db).insertMany(holders));
      const found = await Promise.all(ids.map((id) => vendors.find(`digest of ${id}`)));
      expect(found.map((key) => key?.vendor.id)).toEqual(ids);
    });
    expect(finds).toBe(1);
  });
});
