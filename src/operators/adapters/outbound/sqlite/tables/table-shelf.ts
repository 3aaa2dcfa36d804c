import type { Shelf } from '#operators/application/ports/outbound/shelves.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import { type Database, list } from '../../../../../adapters/outbound/sqlite/connection/database.ts';

/** A table whose rows are copied to other stores. */
interface Shelved<R, T> {
  readonly table: string;
  /** The query that rows are read from; by default the table. */
  readonly rows?: string;
  /** The column or columns of the id. */
  readonly key?: string;
  /** The values of these columns for an id, in SQL. */
  readonly keyOf?: (id: string) => string;
  readonly from: (row: R) => T;
  readonly put: (db: Database, record: T) => void;
  /** Removes what other tables have of a record, before its row. */
  readonly forget?: (db: Database, record: T) => void;
}

export function tableShelf<R, T extends { readonly id: string }>(
  file: DataFile,
  { table, rows = table, key = 'id', keyOf = (id) => id, from, put, forget }: Shelved<R, T>,
): Shelf<T> {
  const ofIds = `(${key}) IN (SELECT ${keyOf('value')} FROM json_each(?))`;
  return {
    async count() {
      const [count = 0] = await file.list(
        `SELECT count(*) AS count FROM ${rows}`,
        [],
        (row: { readonly count: number }) => row.count,
      );
      return count;
    },
    after: (id, limit) =>
      file.list(
        `SELECT * FROM ${rows} WHERE (${key}) > (SELECT ${keyOf('value')} FROM (SELECT ? AS value)) ORDER BY ${key} LIMIT ?`,
        [id, limit],
        from,
      ),
    withIds: (ids) => file.list(`SELECT * FROM ${rows} WHERE ${ofIds}`, [list(ids)], from),
    // Each in a unit of its own, so that others come in between.
    async put(records) {
      await Promise.all(records.map((record) => file.write((db) => put(db, record))));
    },
    remove: (ids) =>
      file.write((db) => {
        if (forget)
          for (const row of db.all<R>(`SELECT * FROM ${rows} WHERE ${ofIds}`, [list(ids)]))
            forget(db, from(row));
        db.run(`DELETE FROM ${table} WHERE ${ofIds}`, [list(ids)]);
      }),
  };
}
