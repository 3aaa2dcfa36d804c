import type { Db } from 'mongodb';
import {
  createIndexes,
  type IndexedCollection,
  type NamedIndex,
} from '../../../../../adapters/outbound/mongodb/connection/indexes.ts';
import {
  allIndexed,
  dropOutdated,
  type OutdatedIndexes,
  standingOf,
  unbuiltIndexes,
} from '../store/standing-indexes.ts';
import type { UpgradeContext, UpgradeStep } from './upgrade-step.ts';

/**
 * Builds missing indexes of existing collections. Those of the version before are dropped in a run that finds
 * none missing: until then, its servers still use them.
 */
export const indexStep = (outdated: OutdatedIndexes): UpgradeStep => ({
  name: 'indexes',
  async run(context) {
    const { connection, dryRun } = context;
    const { present, missing, left } = await connection.use(async (db) => {
      const which = { nameOnly: true, authorizedCollections: true }; // so it needs no right of its own
      const found = new Set((await db.listCollections({}, which).toArray()).map(({ name }) => name));
      const present = allIndexed.filter(({ collection }) => found.has(collection));
      const missing = await Promise.all(present.map((each) => unbuiltIn(db, each)));
      return { present, missing: missing.flat(), left: await standingOf(db, outdated) };
    });
    const looked = present.reduce((sum, { indexes }) => sum + indexes.length, 0);
    if (dryRun) return { looked, changed: missing.length || left.length };
    if (missing.length > 0) return { looked, changed: await build(context, missing, looked) };
    return { looked, changed: await connection.use((db) => dropOutdated(db, outdated)) };
  },
});

interface Wanted {
  readonly of: string;
  readonly index: NamedIndex;
}

const unbuiltIn = async (db: Db, each: IndexedCollection): Promise<readonly Wanted[]> =>
  (await unbuiltIndexes(db, each)).map((index) => ({ of: each.collection, index }));

/**
 * Builds indexes one after the other, however long each takes, and waits for those that another process builds.
 * Resolves to the number that exist now. If some cannot be built, throws the first error once all others exist.
 * `all`: the number of indexes to be, of which the others are built already.
 */
function build(
  { connection, progress }: UpgradeContext,
  wanted: readonly Wanted[],
  all: number,
): Promise<number> {
  return connection.patiently(async (db, isStandalone) => {
    const built = all - wanted.length;
    const failures: unknown[] = [];
    for (const [n, { of, index }] of wanted.entries()) {
      progress(built + n, all);
      await createIndexes(db, isStandalone, of, [index]).catch((error) => failures.push(error));
    }
    for (const failure of failures) throw failure;
    progress(all, all);
    return wanted.length;
  });
}
