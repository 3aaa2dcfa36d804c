import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** A path for data that is kept in memory, by one connection. */
export const IN_MEMORY = ':memory:';

/** The most pages of 4 KiB in memory: nothing else keeps the memory of a process from growing. */
const MOST_PAGES = 262_144;

/** The values of a statement, by position or by name. */
type Values = readonly SQLInputValue[] | Readonly<Record<string, SQLInputValue>>;

/** One connection to a file. All calls are synchronous, and none waits for a lock. */
export class Database {
  readonly #sqlite: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #written = 0;
  #latest = '';

  /** Opens a file. Throws SQLite's errors. */
  constructor(path: string, mode: 'rwc' | 'rw' | 'ro') {
    this.#sqlite = new DatabaseSync(path === IN_MEMORY ? path : urlOf(path, mode), { timeout: 0 });
    if (path === IN_MEMORY) this.execute(`PRAGMA max_page_count = ${MOST_PAGES}`);
  }

  get isInTransaction(): boolean {
    return this.#sqlite.isTransaction;
  }

  /** The number of rows written over this connection, rolled back ones included. */
  get written(): number {
    return this.#written;
  }

  /** The name of the last statement, such as `INSERT INTO deals`. */
  get latest(): string {
    return /^\s*\w+( OR \w+)?( INTO| FROM)? \w+/.exec(this.#latest)?.[0].trim() ?? '';
  }

  /** Runs a statement. Returns the number of rows written. */
  run(sql: string, values: Values = []): number {
    const statement = this.#prepared(sql);
    const { changes } = isNamed(values) ? statement.run(values) : statement.run(...values);
    this.#written += Number(changes);
    return Number(changes);
  }

  /** Adds a row. Returns its number; `undefined` if it was not added. (SQLite would make a table for `RETURNING`.) */
  add(sql: string, values: readonly SQLInputValue[]): number | undefined {
    const { changes, lastInsertRowid } = this.#prepared(sql).run(...values);
    this.#written += Number(changes);
    return changes === 0 ? undefined : Number(lastInsertRowid);
  }

  one<R>(sql: string, values: Values = []): R | undefined {
    const statement = this.#prepared(sql);
    return (isNamed(values) ? statement.get(values) : statement.get(...values)) as R | undefined;
  }

  all<R>(sql: string, values: Values = []): R[] {
    const statement = this.#prepared(sql);
    return (isNamed(values) ? statement.all(values) : statement.all(...values)) as R[];
  }

  /** Runs any number of statements. They are not prepared for later, and their rows are not counted. */
  execute(sql: string): void {
    this.#sqlite.exec(sql);
  }

  /** Copies everything that is there now into another file, page by page, while others write. */
  async copyTo(path: string, progress: (pages: number, of: number) => void): Promise<void> {
    this.execute('BEGIN');
    try {
      this.one('SELECT 1 FROM sqlite_schema'); // begins to read: a later write would restart the copy
      await backup(this.#sqlite, path, {
        rate: 1_000,
        progress: ({ totalPages, remainingPages }) => progress(totalPages - remainingPages, totalPages),
      });
    } finally {
      this.execute('COMMIT');
    }
  }

  close(): void {
    if (this.#sqlite.isOpen) this.#sqlite.close();
  }

  /** A prepared statement. Preparing takes longer than most statements run, so each text is prepared once. */
  #prepared(sql: string): StatementSync {
    this.#latest = sql;
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#sqlite.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

function urlOf(path: string, mode: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set('mode', mode);
  return url;
}

const isNamed = (values: Values): values is Readonly<Record<string, SQLInputValue>> => !Array.isArray(values);

/**
 * Any number of values as one parameter, for `IN (SELECT value FROM json_each(?))`: the statement's text stays
 * the same.
 */
export const list = (values: Iterable<string>): string => JSON.stringify([...values]);
