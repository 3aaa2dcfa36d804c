import type { Shelf } from '#operators/application/ports/outbound/shelves.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { Database } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import { fromText, type Kept, toText } from './as-text.ts';
import { tableShelf } from './table-shelf.ts';

/** A table of few records as text, found by id. */
export class Records<T extends Kept> {
  readonly table: string;

  constructor(table: string) {
    this.table = table;
  }

  get tables(): string {
    return `CREATE TABLE ${this.table} (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;`;
  }

  find(db: Database, id: string): T | undefined {
    const row = db.one<RecordRow>(`SELECT record FROM ${this.table} WHERE id = ?`, [id]);
    return row && fromText<T>(row.record);
  }

  all(db: Database): T[] {
    return db
      .all<RecordRow>(`SELECT record FROM ${this.table} ORDER BY rowid`)
      .map(({ record }) => fromText<T>(record));
  }

  /** Keeps a record in place of the one with this id. */
  keep(db: Database, id: string, record: T): void {
    db.run(
      `INSERT INTO ${this.table} (id, record) VALUES (?, ?) ON CONFLICT DO UPDATE SET record = excluded.record`,
      [id, toText(record)],
    );
  }

  /** Changes a record. Returns the new one; `undefined` if there is no such id. */
  change(db: Database, id: string, decide: (record: T) => T): T | undefined {
    const record = this.find(db, id);
    const changed = record && decide(record);
    if (changed && changed !== record) this.keep(db, id, changed);
    return changed;
  }

  /** Adds a record unless there is one with this id. Returns whether it was added. */
  add(db: Database, id: string, record: T): boolean {
    const sql = `INSERT INTO ${this.table} (id, record) VALUES (?, ?) ON CONFLICT DO NOTHING`;
    return db.run(sql, [id, toText(record)]) > 0;
  }

  remove(db: Database, id: string): void {
    db.run(`DELETE FROM ${this.table} WHERE id = ?`, [id]);
  }
}

export const recordShelf = <T extends Kept & { readonly id: string }>(
  file: DataFile,
  records: Records<T>,
): Shelf<T> =>
  tableShelf(file, {
    table: records.table,
    from: ({ record }: RecordRow) => fromText<T>(record),
    put: (db, record) => records.keep(db, record.id, record),
  });

interface RecordRow {
  readonly record: string;
}
