import type { SQLInputValue } from 'node:sqlite';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { Database } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import type { Clock } from '../../../../../application/ports/outbound/runtime.ts';
import type { Shelf } from '../../../../application/ports/outbound/shelves.ts';
import type { Like, Records } from '../../records/records.ts';
import { fromText, type Kept, toText } from './as-text.ts';
import { condition, joined } from './condition.ts';
import { tableShelf } from './table-shelf.ts';

/** A table with a record in each row, as text. */
export interface RecordTable<T> {
  readonly name: string;
  /** The column with the text. */
  readonly text: string;
  /** The fields that have columns too, by these; the first is the key. */
  readonly columns: Readonly<Record<string, keyof T & string>>;
  /** The column with a time from which on rows are of no use: they are removed when another is added. */
  readonly ends?: string;
}

/** A table with no more than the text, under a key. */
export const recordTable = <T>(name: string, key: keyof T & string): RecordTable<T> => ({
  name,
  text: 'record',
  columns: { id: key },
});

/** Records in a table of the file. */
export class SqliteRecords<T extends Kept> implements Records<T> {
  readonly #file: DataFile;
  readonly #table: RecordTable<T>;
  readonly #clock: Clock;

  constructor(file: DataFile, table: RecordTable<T>, clock: Clock = () => new Date()) {
    this.#file = file;
    this.#table = table;
    this.#clock = clock;
  }

  find(like: Like<T>): Promise<T | undefined> {
    return this.#file.read((db) => this.#found(db, like)[0]);
  }

  all(like: Like<T> = {}): Promise<readonly T[]> {
    return this.#file.read((db) => this.#found(db, like));
  }

  add(record: T): Promise<boolean> {
    const { name, ends } = this.#table;
    return this.#file.write((db) => {
      if (ends) db.run(`DELETE FROM ${name} WHERE ${ends} < ?`, [this.#clock().getTime()]);
      return insert(db, this.#table, record, 'DO NOTHING') > 0;
    });
  }

  keep(record: T): Promise<void> {
    return this.#file.write((db) => keep(db, this.#table, record));
  }

  change(like: Like<T>, decide: (record: T) => T): Promise<T | undefined> {
    return this.#file.write((db) => {
      const [record] = this.#found(db, like);
      const changed = record && decide(record);
      if (changed && changed !== record) keep(db, this.#table, changed);
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
    const { name, text } = this.#table;
    const { sql, values } = this.#where(like);
    const rows = db.all<TextRow>(`SELECT ${text} FROM ${name} WHERE ${sql} ORDER BY rowid`, values);
    return rows.map(recordFrom(this.#table));
  }

  #remove(db: Database, like: Like<T>): number {
    const { sql, values } = this.#where(like);
    return db.run(`DELETE FROM ${this.#table.name} WHERE ${sql}`, values);
  }

  #where(like: Like<T>) {
    const { text, columns } = this.#table;
    const column = (field: string) =>
      Object.keys(columns).find((name) => columns[name] === field) ?? `${text} ->> '$.${field}'`;
    const parts = Object.entries<string | undefined>(like).map(([field, value]) =>
      condition(`${column(field)} = ?`, value as string),
    );
    return joined(parts, 'AND');
  }
}

/** The records of a table for copying. */
export const recordShelf = <T extends Kept & { readonly id: string }>(
  file: DataFile,
  table: RecordTable<T>,
): Shelf<T> =>
  tableShelf(file, {
    table: table.name,
    from: recordFrom(table),
    put: (db, record) => keep(db, table, record),
  });

type TextRow = Readonly<Record<string, string>>;

const recordFrom =
  <T extends Kept>({ text }: RecordTable<T>) =>
  (row: TextRow): T =>
    fromText(row[text] as string);

function keep<T extends Kept>(db: Database, table: RecordTable<T>, record: T): void {
  const [key, ...rest] = Object.keys(table.columns);
  const changes = [table.text, ...rest].map((column) => `${column} = excluded.${column}`);
  insert(db, table, record, `(${key}) DO UPDATE SET ${changes.join(', ')}`);
}

function insert<T extends Kept>(
  db: Database,
  { name, text, columns }: RecordTable<T>,
  record: T,
  onConflict: string,
): number {
  const values = Object.values(columns).map((field) => inColumn(record[field]));
  const names = [text, ...Object.keys(columns)];
  return db.run(
    `INSERT INTO ${name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ON CONFLICT ${onConflict}`,
    [toText(record), ...values],
  );
}

const inColumn = (value: unknown): SQLInputValue =>
  value instanceof Date ? value.getTime() : ((value ?? null) as SQLInputValue);
