import { accessSync, constants, statSync } from 'node:fs';
import { StoreUnavailable } from '../../../../application/intake/ports/outbound/store.ts';
import { Database } from './database.ts';
import { Reader } from './reader.ts';

/**
 * WAL with FULL: what is committed survives a loss of power, and readers never wait. `secure_delete`: what is erased is
 * overwritten. A large log: it is written back to the file less often, and less of it twice.
 */
const settings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  PRAGMA wal_autocheckpoint = 8000;
  PRAGMA foreign_keys = OFF;
`;

/** The file while it is open: the connection that writes and reads what is quick, and a thread that reads the rest. */
export class OpenFile {
  readonly db: Database;
  readonly reader: Reader;
  readonly #path: string;
  readonly #identity: string;

  /** Throws SQLite's errors, and StoreUnavailable. */
  constructor(path: string, mode: 'rwc' | 'rw', prepare: (db: Database) => void) {
    this.#path = path;
    this.db = new Database(path, mode);
    try {
      this.db.execute(settings);
      prepare(this.db);
      this.#identity = identityOf(path);
    } catch (error) {
      this.db.close();
      throw error;
    }
    this.reader = new Reader(path);
  }

  /** Throws StoreUnavailable if the file is gone, or another one is in its place: SQLite would go on with the old one. */
  check(): void {
    if (identityOf(this.#path) !== this.#identity)
      throw new StoreUnavailable('the file of leads was replaced by another');
  }

  close(): void {
    this.reader.close();
    this.db.close();
  }
}

/** Throws StoreUnavailable unless it is there, and may be read and written. */
function identityOf(path: string): string {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    const { dev, ino } = statSync(path);
    return `${dev} ${ino}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StoreUnavailable(`the file of leads is not there, or its rights are (${code})`);
  }
}
