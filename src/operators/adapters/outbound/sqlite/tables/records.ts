import type { Shelf } from '#operators/application/ports/outbound/shelves.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { Database } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import {
  addRecord,
  keepRecord,
  type RecordTable,
  recordFrom,
  recordsWith,
} from '../../../../../adapters/outbound/sqlite/record-table.ts';
import type { Like, Records } from '../../records/records.ts';
import { fromText, type Kept } from './as-text.ts';
import { condition, joined } from './condition.ts';
import { tableShelf } from './table-shelf.ts';

/** A table with no more than the text, under a key. */
export const recordTable = <T extends Kept>(name: string, key: keyof T & string): RecordTable<T> => ({
  name,
  text: 'record',
  columns: { id: key },
  from: fromText<T>,
});

/** Records in a table of the file. */
export class SqliteRecords<T> implements Records<T> {
  readonly #file: DataFile;
  readonly #table: RecordTable<T>;
  readonly #clear: (db: Database) => void;

  /** `clear`: removes what is of no use any more, before a record is added. */
  constructor(file: DataFile, table: RecordTable<T>, clear: (db: Database) => void = () => {}) {
    this.#file = file;
    this.#table = table;
    this.#clear = clear;
  }

  find(like: Like<T>): Promise<T | undefined> {
    return this.#file.read((db) => this.#found(db, like)[0]);
  }

  all(like: Like<T> = {}): Promise<readonly T[]> {
    return this.#file.read((db) => this.#found(db, like));
  }

  add(record: T): Promise<boolean> {
    return this.#file.write((db) => {
      this.#clear(db);
      return addRecord(db, this.#table, record);
    });
  }

  keep(record: T): Promise<void> {
    return this.#file.write((db) => keepRecord(db, this.#table, record));
  }

  change(like: Like<T>, decide: (record: T) => T): Promise<T | undefined> {
    return this.#file.write((db) => {
      const [record] = this.#found(db, like);
      const changed = record && decide(record);
      if (changed && changed !== record) keepRecord(db, this.#table, changed);
      return changed;
    });
  }

  take(like: Like<T>): Promise<T | undefined> {
    return this.#file.write((db) => {
      const [record] = this.#found(db, like);
      this.#remove(db, like);
      return record;
    });
  }

  remove(like: Like<T>): Promise<number> {
    return this.#file.write((db) => this.#remove(db, like));
  }

  #found(db: Database, like: Like<T>): T[] {
    const { sql, values } = this.#where(like);
    return recordsWith(db, this.#table, sql, values);
  }

  #remove(db: Database, like: Like<T>): number {
    const { sql, values } = this.#where(like);
    return db.run(`DELETE FROM ${this.#table.name} WHERE ${sql}`, values);
  }

  #where(like: Like<T>) {
    const { text, columns } = this.#table;
    const columnOf = (field: string) =>
      Object.keys(columns).find((name) => columns[name] === field) ?? `${text} ->> '$.${field}'`;
    const fields = Object.entries<string | undefined>(like);
    return joined(
      fields.map(([field, value]) => condition(`${columnOf(field)} = ?`, value as string)),
      'AND',
    );
  }
}

/** The records of a table for copying. */
export const recordShelf = <T extends { readonly id: string }>(
  file: DataFile,
  table: RecordTable<T>,
): Shelf<T> =>
  tableShelf(file, {
    table: table.name,
    from: recordFrom(table),
    put: (db, record) => keepRecord(db, table, record),
  });
