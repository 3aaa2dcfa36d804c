import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MongoConnection } from '../../../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import { MongoLeads } from '../../../../../../src/operators/adapters/outbound/mongodb/leads/mongo-leads.ts';
import {
  dealsOf,
  storedWork,
} from '../../../../../../src/operators/adapters/outbound/mongodb/leads/stored-work.ts';
import {
  indexed,
  wordIndex,
} from '../../../../../../src/operators/adapters/outbound/mongodb/store/indexes.ts';
import { MongoUpgrade } from '../../../../../../src/operators/adapters/outbound/mongodb/upgrade/mongo-upgrade.ts';
import type { DealQuery } from '../../../../../../src/operators/application/ports/outbound/kept-leads.ts';
import { untouched } from '../../../../../../src/operators/domain/work/worked-deal.ts';
import { someDeal } from '../../../../../support/leads.ts';
import { connectTo } from '../../../../../support/mongo-store.ts';
import { freshDatabase, noMongodb } from '../../../../../support/mongodb.ts';
import { sentCommands } from '../../../../../support/sent-commands.ts';

const START = Date.parse('2026-03-01T10:00:00Z');

describe.skipIf(noMongodb)('deals with certain words in MongoDB', () => {
  let connection: MongoConnection;
  beforeEach(async () => {
    connection = connectTo(freshDatabase(), { client: { monitorCommands: true } });
    await connection.ensureIndexes(indexed.deals);
  });
  afterEach(async () => {
    await connection.use((db) => db.dropDatabase());
    await connection.close();
  });

  /** Adds leads, some at each time; each `of` them has a last name of its own. */
  const add = (from: number, to: number, lastName: (n: number) => string) =>
    connection.use(async (db) => {
      const stored = Array.from({ length: to - from }, (_, n) => {
        const id = `lead-${String(from + n).padStart(5, '0')}`;
        const receivedAt = new Date(START + Math.floor((from + n) / 7) * 1_000);
        return storedWork(
          untouched(someDeal({ firstName: 'Ada', lastName: lastName(from + n) }, { id, receivedAt })),
        );
      });
      await dealsOf(db).insertMany(stored, { ignoreUndefined: true });
      return stored.map(({ _id }) => _id);
    });
  const page = async (words: string[], query: Partial<DealQuery> = {}) =>
    await new MongoLeads(connection).deals({ matching: [{ words }], newest: true, limit: 10, ...query });
  const idsOf = async (words: string[]) => (await page(words, { limit: 1_000 })).map(({ id }) => id);

  it('are found with the indexes of 0.4.0, with both and without the former, and without any', async () => {
    const ids = await add(0, 30, (n) => (n % 2 ? 'Love' : 'King'));
    const loves = ids.filter((_, n) => n % 2).toReversed();
    const upgrade = async () => (await new MongoUpgrade(connection).upgrade({ dryRun: false }))[0]?.changed;
    await connection.use(async (db) => {
      await dealsOf(db).dropIndex(wordIndex.name);
      expect(await idsOf(['ada', 'lov'])).toEqual(loves);
      await dealsOf(db).createIndex(
        { said: 1 },
        { name: 'said', partialFilterExpression: { said: { $exists: true } } },
      );
      expect(await idsOf(['ada', 'lov'])).toEqual(loves);
      expect(await upgrade()).toBeGreaterThan(0);
      expect(await idsOf(['ada', 'lov'])).toEqual(loves);
      expect(await upgrade(), 'the index of 0.4.0 goes').toBe(1);
      expect(await idsOf(['ada', 'lov'])).toEqual(loves);
      expect((await dealsOf(db).indexes()).map(({ name }) => name)).not.toContain('said');
    });
  });

  it('are read until the page is full, however many more there are', async () => {
    await add(0, 5_000, (n) => (n % 3 ? 'Love' : 'Lovelace'));
    const sent = sentCommands(connection, ['find']);
    expect((await page(['ada', 'lov'])).map(({ id }) => id).slice(0, 2)).toEqual([
      'lead-04999',
      'lead-04998',
    ]);
    const reads = await connection.use((db) =>
      Promise.all(
        [...sent].map(async ({ lsid, $clusterTime, $db, txnNumber, maxTimeMS, readConcern, ...asked }) => {
          const { executionStats } = await db.command({ explain: asked, verbosity: 'executionStats' });
          return executionStats.totalKeysExamined;
        }),
      ),
    );
    expect(Math.max(...reads)).toBeLessThan(50);
  });

  it('are each on one page, while others come and words appear that begin so', async () => {
    const ids = await add(0, 200, (n) => (n % 2 ? 'Love' : 'Lovelace'));
    let [added, paging] = [200, true];
    const adding = (async () => {
      for (; paging; added += 5) await add(added, added + 5, (n) => `Lov${n % 50}`);
    })();
    const seen: string[] = [];
    for (let after: DealQuery['after']; ; ) {
      const some = await page(['ada', 'lov'], { after });
      seen.push(...some.map(({ id }) => id));
      after = some.at(-1);
      if (!after) break;
    }
    paging = false;
    await adding;
    expect(seen.filter((id) => ids.includes(id))).toEqual(ids.toReversed());
    expect(new Set(seen).size).toBe(seen.length);
    expect(await idsOf(['ada', 'lov'])).toHaveLength(Math.min(added, 1_000));
  });
});
