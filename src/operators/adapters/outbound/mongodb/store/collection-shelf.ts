import type { Collection, Db, Filter } from 'mongodb';
import type { Shelf } from '#operators/application/ports/outbound/shelves.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { operatorRead, operatorWrite } from './options.ts';
import { allIndexed } from './standing-indexes.ts';

/** A collection whose documents are copied to other stores. */
interface Shelved<S, T> {
  readonly of: (db: Db) => Collection<S & { _id: string }>;
  /** The field with the record's id. */
  readonly key?: '_id' | 'id';
  readonly from: (documents: readonly S[], db: Db) => readonly T[] | Promise<readonly T[]>;
  readonly stored: (record: T) => S;
  /** Called before records are written. */
  readonly clear?: (db: Db, records: readonly T[]) => Promise<unknown>;
}

export function collectionShelf<S extends { readonly _id: string }, T extends { readonly id: string }>(
  connection: MongoConnection,
  { of, key = '_id', from, stored, clear = async () => {} }: Shelved<S, T>,
): Shelf<T> {
  type Document = S & { _id: string };
  const ofIds = (ids: readonly string[]) => ({ [key]: { $in: ids } }) as Filter<Document>;
  const read = (filter: object, limit = 0) =>
    connection.use(async (db) => {
      const found = of(db).find<S>(filter as Filter<Document>, operatorRead);
      return from(
        await found
          .sort({ [key]: 1 })
          .limit(limit)
          .toArray(),
        db,
      );
    });
  return {
    count: () => connection.use((db) => of(db).countDocuments({}, operatorRead)),
    after: (id, limit) => read({ [key]: { $gt: id } }, limit),
    withIds: (ids) => read(ofIds(ids)),
    async put(records) {
      await connection.ensureIndexes(...allIndexed);
      await connection.use(async (db) => {
        await clear(db, records);
        const writes = records.map((record) => {
          const { _id, ...replacement } = stored(record);
          return { replaceOne: { filter: { _id } as Filter<Document>, replacement, upsert: true } };
        });
        await of(db).bulkWrite(writes as never, { ordered: false, ...operatorWrite });
      });
    },
    async remove(ids) {
      await connection.use((db) => of(db).deleteMany(ofIds(ids), operatorWrite));
    },
  };
}
