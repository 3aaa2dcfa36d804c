import { type Db, type Document, type IndexDescription, MongoServerError } from 'mongodb';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';

/** An index that says by which name it is kept. */
export type NamedIndex = IndexDescription & { readonly name: string };

/** A collection by its name, with the indexes that it should have. */
export interface IndexedCollection {
  readonly collection: string;
  readonly indexes: readonly NamedIndex[];
}

/**
 * Creates unique indexes that are missing, and all indexes of a new collection, which costs nothing. `leads
 * upgrade` builds the others. Any number of processes may call it at once. Throws the driver's errors, and
 * StoreUnavailable if another index is in the way.
 */
export async function ensureIndexes(
  db: Db,
  isStandalone: boolean,
  collections: readonly IndexedCollection[],
): Promise<void> {
  const create = async ({ collection, indexes }: IndexedCollection) => {
    const unique = indexes.filter((index) => index.unique);
    const isNew =
      unique.length > 0
        ? await createIndexes(db, isStandalone, collection, unique)
        : (await indexesOf(db, collection)) === undefined;
    if (isNew) await createIndexes(db, isStandalone, collection, indexes);
  };
  await Promise.all(collections.map(create));
}

/**
 * Creates indexes. Resolves to whether the collection is new. Every cold start on Lambda waits for this, and
 * the driver's own method takes longer.
 */
export async function createIndexes(
  db: Db,
  isStandalone: boolean,
  collection: string,
  wanted: readonly NamedIndex[],
): Promise<boolean> {
  try {
    const created = await db.command({
      createIndexes: collection,
      indexes: wanted,
      // `db.command` does not apply the client's write concern.
      writeConcern: { w: 'majority', j: true, wtimeout: db.writeConcern?.wtimeoutMS },
      // The default waits for every member of the replica set, even one that is down.
      ...(!isStandalone && { commitQuorum: 'majority' }),
    });
    return created.createdCollectionAutomatically === true;
  } catch (error) {
    if (!(error instanceof MongoServerError && conflicts.has(error.code))) throw error;
    throw new StoreUnavailable(
      `an index of ${collection} has the name or the fields of one of ${wanted.map(({ name }) => name).join(', ')}, but is another: compare db.${collection}.getIndexes() in mongosh with those of a new database, and drop it`,
    );
  }
}

/** The codes of IndexOptionsConflict and IndexKeySpecsConflict. */
const conflicts = new Set<unknown>([85, 86]);

/**
 * Resolves to the collection's finished indexes; `undefined` if there is no such collection, or the user may
 * not look.
 */
export async function indexesOf(db: Db, collection: string): Promise<readonly NamedIndex[] | undefined> {
  const command = { listIndexes: collection, includeBuildUUIDs: true, cursor: { batchSize: 1_000 } };
  try {
    const { cursor } = await db.command(command);
    return cursor.firstBatch.filter(({ buildUUID }: Document) => buildUUID === undefined);
  } catch (error) {
    if (error instanceof MongoServerError && cannotTell.has(error.code)) return undefined;
    throw error;
  }
}

/** The codes of NamespaceNotFound and Unauthorized. */
const cannotTell = new Set<unknown>([26, 13]);
