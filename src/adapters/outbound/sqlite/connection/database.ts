import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** In place of a path: what is kept in memory alone, and by one connection. */
export const IN_MEMORY = ':memory:';

/** What statements are given: by place, or by name. */
type Values = readonly SQLInputValue[] | Readonly<Record<string, SQLInputValue>>;

/** One connection to a file. Everything is synchronous, and nothing waits for a lock. */
export class Database {
  readonly #sqlite: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #written = 0;

  /** Throws SQLite's errors. */
  constructor(path: string, mode: 'rwc' | 'rw') {
    this.#sqlite = new DatabaseSync(path === IN_MEMORY ? path : urlOf(path, mode), { timeout: 0 });
  }

  get isInTransaction(): boolean {
    return this.#sqlite.isTransaction;
  }

  /** Rows that were written over this connection, undone ones, too. */
  get written(): number {
    return this.#written;
  }

  /** Returns how many rows were written. */
  run(sql: string, values: Values = []): number {
    const statement = this.#prepared(sql);
    const { changes } = isNamed(values) ? statement.run(values) : statement.run(...values);
    this.#written += Number(changes);
    return Number(changes);
  }

  /** Returns the number of the row that it adds. `RETURNING` would make a table for it. */
  add(sql: string, values: readonly SQLInputValue[]): number {
    const { lastInsertRowid } = this.#prepared(sql).run(...values);
    this.#written += 1;
    return Number(lastInsertRowid);
  }

  one<R>(sql: string, values: Values = []): R | undefined {
    const statement = this.#prepared(sql);
    return (isNamed(values) ? statement.get(values) : statement.get(...values)) as R | undefined;
  }

  all<R>(sql: string, values: Values = []): R[] {
    const statement = this.#prepared(sql);
    return (isNamed(values) ? statement.all(values) : statement.all(...values)) as R[];
  }

  /** Any number of statements, which are not kept, and whose rows are not counted. */
  execute(sql: string): void {
    this.#sqlite.exec(sql);
  }

  /** Copies all that there is now into this file, page by page, while others write. */
  async copyTo(path: string, progress: (pages: number, of: number) => void): Promise<void> {
    this.execute('BEGIN');
    try {
      this.one('SELECT 1 FROM sqlite_schema'); // from here on, it sees no later write; without, each begins it anew
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

  /** Preparing takes longer than most statements do: each text is prepared once. */
  #prepared(sql: string): StatementSync {
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

/** Any number of values as one, for `IN (SELECT value FROM json_each(?))`: the text of the statement stays the same. */
export const list = (values: Iterable<string>): string => JSON.stringify([...values]);
