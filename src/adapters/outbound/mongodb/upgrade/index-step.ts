import { dropOutdated, indexCount, indexed, outdatedIndexes, unbuiltIndexes } from '../connection/indexes.ts';
import type { UpgradeStep } from './upgrade-step.ts';

/**
 * Builds the indexes that are missing, of collections that are there. Drops those of the version before in a run that finds
 * none missing: until its servers are replaced, they read by them.
 */
export const indexStep: UpgradeStep = {
  name: 'indexes',
  async run({ connection, dryRun, progress }) {
    const { present, missing, outdated } = await connection.use(async (db) => {
      const which = { nameOnly: true, authorizedCollections: true }; // so it needs no right of its own
      const found = new Set((await db.listCollections({}, which).toArray()).map(({ name }) => name));
      const present = indexed.filter((name) => found.has(name));
      const unbuilt = await Promise.all(present.map((name) => unbuiltIndexes(db, name)));
      const old = await Promise.all(present.map((name) => outdatedIndexes(db, name)));
      return { present, missing: unbuilt.flat().length, outdated: old.flat().length };
    });
    const looked = present.reduce((sum, collection) => sum + indexCount(collection), 0);
    if (dryRun) return { looked, changed: missing || outdated };
    if (missing === 0) return { looked, changed: await connection.use((db) => dropOutdated(db, present)) };
    let standing = looked - missing;
    progress(standing, looked);
    const changed = await connection.buildIndexes(present, ({ stands }) => {
      if (stands) standing += 1;
      progress(standing, looked);
    });
    return { looked, changed };
  },
};
