import { type Db, MongoServerError } from 'mongodb';
import {
  type IndexedCollection,
  indexesOf,
  type NamedIndex,
} from '../../../../../adapters/outbound/mongodb/connection/indexes.ts';
import { indexed } from './indexes.ts';

export const allIndexed: readonly IndexedCollection[] = Object.values(indexed);

/** Names of indexes of the version before, by collection. Each costs every write. */
export type OutdatedIndexes = Readonly<Record<string, readonly string[]>>;

/**
 * Resolves to the collection's indexes that are missing or unfinished; to none if there is no such collection,
 * or the user may not look.
 */
export async function unbuiltIndexes(
  db: Db,
  { collection, indexes }: IndexedCollection,
): Promise<readonly NamedIndex[]> {
  const found = (await indexesOf(db, collection)) ?? indexes;
  return indexes.filter((wanted) => !found.some((each) => isSame(each, wanted)));
}

/**
 * Resolves to all missing indexes in words, such as `received, kind of deals`; empty if there are none. Looks
 * at one collection after the other, as nothing waits for it.
 */
export async function missingIndexes(db: Db): Promise<string> {
  const missing: string[] = [];
  for (const each of allIndexed) {
    const names = (await unbuiltIndexes(db, each)).map(({ name }) => name);
    if (names.length > 0) missing.push(`${names.join(', ')} of ${each.collection}`);
  }
  return missing.join('; ');
}

/** Resolves to outdated indexes that still exist. */
export async function standingOf(db: Db, outdated: OutdatedIndexes): Promise<readonly [string, string][]> {
  const standing = Object.entries(outdated).map(async ([collection, names]) => {
    const found = (await indexesOf(db, collection)) ?? [];
    const left = names.filter((name) => found.some((index) => index.name === name));
    return left.map((name): [string, string] => [collection, name]);
  });
  return (await Promise.all(standing)).flat();
}

/** Drops outdated indexes. Resolves to their number, which is 0 if the user has no right to. */
export async function dropOutdated(db: Db, outdated: OutdatedIndexes): Promise<number> {
  let dropped = 0;
  for (const [collection, name] of await standingOf(db, outdated))
    try {
      await db.collection(collection).dropIndex(name);
      dropped += 1;
    } catch (error) {
      if (!(error instanceof MongoServerError && cannotDrop.has(error.code))) throw error;
    }
  return dropped;
}

/** The codes of IndexNotFound and Unauthorized. */
const cannotDrop = new Set<unknown>([27, 13]);

/** Whether a command failed because the index in its hint does not exist: by the code of BadValue. */
export const isMissingHint = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === 2;

const isSame = (one: NamedIndex, other: NamedIndex): boolean =>
  one.name === other.name && JSON.stringify(one.key) === JSON.stringify(other.key);
