import { chmodSync, closeSync, openSync, type Stats, statfsSync, statSync } from 'node:fs';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import { Database, IN_MEMORY } from './database.ts';
import { hasLittleRoom } from './room.ts';
import { type Reads, readsHere, SideConnection } from './side-connection.ts';
import { asRehearsed } from './store-errors.ts';

/**
 * SQLite's settings, and why:
 * - WAL with FULL: commits survive a loss of power, and readers never wait.
 * - `secure_delete`: erased data is overwritten.
 * - A large log is written back to the file less often, and pages that change often are written fewer times.
 * - 8 MB of pages in memory: pages that indexes change often are not read again. Commits look through all of them now
 *   and then, and the system keeps more.
 * - `temp_store`: data for a rollback goes into no file.
 */
const CACHE = 'PRAGMA cache_size = -8000';
const settings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  ${CACHE};
  PRAGMA temp_store = MEMORY;
`;

/** Pages of log from which commits write it back: the fewer ones where the disk has little room. */
const [LONG_LOG, SHORT_LOG] = [8_000, 500];

/** One row that tells this file from others, and from a state with fewer commits. */
export const fileTables = `
  CREATE TABLE file (id TEXT NOT NULL, commits INTEGER NOT NULL) STRICT;
  INSERT INTO file (id, commits) VALUES (lower(hex(randomblob(16))), 0);
`;

/** A file's identity and how much was committed. */
export interface FileState {
  readonly id: string;
  readonly commits: number;
}

/** Rights for the owner alone, as the file has customers in it. SQLite gives its log the same. */
const OWNER_ALONE = 0o600;

const count = 'UPDATE file SET commits = commits + 1';
const versionOf = (db: Database): number =>
  db.one<{ data_version: number }>('PRAGMA data_version')?.data_version ?? 0;

function stateOf(db: Database): FileState {
  if (db.one(`SELECT 1 FROM sqlite_schema WHERE name = 'file'`) === undefined)
    throw new StoreUnavailable('the file is a database of another program');
  return db.one<FileState>('SELECT id, commits FROM file') as FileState;
}

/** Bytes of the log outside of pages: at its head, and before each page. */
const [LOG_HEAD, FRAME_HEAD] = [32, 24];

/** The number of pages of this size in a log of this length. */
export const framesIn = (bytes: number, page: number): number =>
  Math.max(0, Math.floor((bytes - LOG_HEAD) / (FRAME_HEAD + page)));

/**
 * The file while it is open: a connection that writes and answers quick questions, and a thread for long ones.
 * In memory, the one connection does both.
 */
export class OpenFile {
  readonly db: Database;
  readonly reader: Reads;
  readonly #path: string;
  readonly #identity: string;
  #logBytes: number;
  #state: FileState;
  /** SQLite's data_version: it changes when another connection has written. */
  #version: number;
  #written = 0;

  /**
   * Opens the file. Throws SQLite's errors; and StoreUnavailable if it is another file than `known`, or has
   * fewer commits.
   */
  constructor(
    path: string,
    mode: 'rwc' | 'rw',
    prepare: (db: Database) => void,
    known: FileState | undefined,
  ) {
    this.#path = path;
    if (known && statOf(path).size === 0) throw new StoreUnavailable('the file of leads is empty');
    if (mode === 'rwc' && path !== IN_MEMORY) make(path);
    this.db = new Database(path, mode);
    try {
      if (mode === 'rwc' && path !== IN_MEMORY) chmodSync(path, OWNER_ALONE);
      this.db.execute(settings);
      this.writeBackByItself(true);
      prepare(this.db);
      this.#state = stateOf(this.db);
      this.#version = versionOf(this.db);
      if (known) mustHave(this.#state, known);
      [this.#identity, this.#logBytes] = this.#present();
    } catch (error) {
      this.db.close();
      throw error;
    }
    this.reader = path === IN_MEMORY ? readsHere(this.db) : new SideConnection(path);
  }

  get state(): FileState {
    return this.#state;
  }

  /**
   * Throws if the file or its log is gone, was replaced, or the log was truncated: SQLite would go on, and lose
   * all it then wrote.
   */
  check(): void {
    const [identity, logBytes] = this.#present();
    if (identity !== this.#identity)
      throw new StoreUnavailable('the file of leads was replaced by another, or its rights are others');
    if (logBytes < this.#logBytes && !this.#hasWholeLog())
      throw new StoreUnavailable('the log of the file of leads was cut off');
    this.#logBytes = logBytes;
    this.#lookAtOthers();
  }

  /** Sets whether commits write back a long log. They must not while a thread does so, as that takes seconds. */
  writeBackByItself(mayDo: boolean): void {
    if (this.#path === IN_MEMORY) return;
    const pages = hasLittleRoom(statfsSync(this.#path)) ? SHORT_LOG : LONG_LOG;
    this.db.execute(`PRAGMA wal_autocheckpoint = ${mayDo ? pages : 0}`);
  }

  begin(): void {
    this.db.execute('BEGIN IMMEDIATE');
    this.#lookAtOthers();
    this.#written = this.db.written;
  }

  /** Commits, and counts the commit if anything was written. */
  commit(): void {
    const isEmpty = this.db.written === this.#written;
    if (!isEmpty) this.db.run(count);
    this.db.execute('COMMIT');
    if (isEmpty) return;
    this.#state = { ...this.#state, commits: this.#state.commits + 1 }; // nobody else could write since the beginning
    this.#logBytes = this.#present()[1];
  }

  /** Throws if another file, or an older state of this one, was written into it, as a shell's `.restore` does. */
  #lookAtOthers(): void {
    const version = versionOf(this.db);
    if (version === this.#version) return;
    const state = stateOf(this.db);
    mustHave(state, this.#state);
    [this.#state, this.#version] = [state, version];
  }

  /**
   * Runs a unit and takes back what it wrote. Its pages go into the log meanwhile, as there is no room for them in
   * memory: so a full disk shows. The next commit takes their place.
   */
  rehearse(unit: (db: Database) => void): void {
    this.begin();
    try {
      this.db.execute('PRAGMA cache_size = 1');
      unit(this.db);
    } catch (error) {
      throw asRehearsed(error, this.db.latest);
    } finally {
      this.undo();
      this.db.execute(CACHE);
    }
  }

  undo(): void {
    if (this.db.isInTransaction) this.db.execute('ROLLBACK');
  }

  close(): void {
    void this.reader.close();
    this.db.close();
  }

  /**
   * Whether the log is complete. Another process may be emptying it or writing to it, so its length is read
   * after the length that it must have. Throws SQLite's error if a part is missing that is not in the file yet.
   */
  #hasWholeLog(): boolean {
    const { log } = this.db.one<{ log: number }>('PRAGMA wal_checkpoint(PASSIVE)') ?? { log: 0 };
    const { page_size: page } = this.db.one<{ page_size: number }>('PRAGMA page_size') ?? { page_size: 0 };
    return log <= 0 || this.#present()[1] >= LOG_HEAD + log * (FRAME_HEAD + page);
  }

  #present(): [identity: string, logBytes: number] {
    if (this.#path === IN_MEMORY) return [IN_MEMORY, 0];
    const [file, log] = [statOf(this.#path), statOf(`${this.#path}-wal`)];
    return [[file.dev, file.ino, file.mode, file.uid, file.gid, log.ino].join(), log.size];
  }
}

/** Makes the file so that nobody but its owner may ever read it. Leaves one that is there. */
function make(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ALONE));
  } catch {
    // the file exists, or SQLite says why it cannot
  }
}

function mustHave(present: FileState, known: FileState): void {
  if (present.id !== known.id)
    throw new StoreUnavailable('another file is in its place; started anew, the service takes it');
  if (present.commits < known.commits)
    throw new StoreUnavailable(
      'the file of leads lacks what was kept in it: give it back with its log; started anew, the service takes it as it is',
    );
}

function statOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw new StoreUnavailable(
      `the file of leads or its log is not there (${(error as NodeJS.ErrnoException).code})`,
    );
  }
}
