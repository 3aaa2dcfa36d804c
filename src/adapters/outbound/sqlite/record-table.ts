import type { SQLInputValue } from 'node:sqlite';
import type { Database } from './connection/database.ts';

/** A table with a record in each row, as text. */
export interface RecordTable<T> {
  readonly name: string;
  /** The column with the text. */
  readonly text: string;
  /** The fields that have columns too, by these; the first is the key. */
  readonly columns: Readonly<Record<string, keyof T & string>>;
  readonly from: (text: string) => T;
  /** Keeps what another table has of a record. */
  readonly beside?: (db: Database, record: T) => void;
}

type TextRow = Readonly<Record<string, string>>;

/** Reads the record of a row. */
export const recordFrom =
  <T>({ text, from }: RecordTable<T>) =>
  (row: TextRow): T =>
    from(row[text] as string);

/** The records that meet a condition, the oldest rows first. */
export function recordsWith<T>(
  db: Database,
  table: RecordTable<T>,
  condition: string,
  values: readonly SQLInputValue[],
): T[] {
  const sql = `SELECT ${table.text} FROM ${table.name} WHERE ${condition} ORDER BY rowid`;
  return db.all<TextRow>(sql, values).map(recordFrom(table));
}

/** Adds a record, unless the table has one like it. Returns whether it was added. */
export const addRecord = <T>(db: Database, table: RecordTable<T>, record: T): boolean =>
  insert(db, table, record, 'DO NOTHING');

/** Keeps a record in place of the one with its key. */
export function keepRecord<T>(db: Database, table: RecordTable<T>, record: T): void {
  const [key, ...rest] = Object.keys(table.columns);
  const changes = [table.text, ...rest].map((column) => `${column} = excluded.${column}`);
  insert(db, table, record, `(${key}) DO UPDATE SET ${changes.join(', ')}`);
}

function insert<T>(db: Database, table: RecordTable<T>, record: T, onConflict: string): boolean {
  const { name, text, columns } = table;
  const names = [text, ...Object.keys(columns)];
  const values = Object.values(columns).map((field) => inColumn(record[field]));
  const places = names.map(() => '?');
  const written = db.run(
    `INSERT INTO ${name} (${names.join(', ')}) VALUES (${places.join(', ')}) ON CONFLICT ${onConflict}`,
    [JSON.stringify(record), ...values],
  );
  if (written > 0) table.beside?.(db, record);
  return written > 0;
}

const inColumn = (value: unknown): SQLInputValue =>
  value instanceof Date ? value.getTime() : ((value ?? null) as SQLInputValue);
