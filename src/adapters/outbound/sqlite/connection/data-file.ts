import { existsSync, statfsSync, statSync } from 'node:fs';
import type { SQLInputValue } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type StoreHealth,
  type StoreProblems,
  StoreUnavailable,
} from '../../../../application/ports/outbound/store.ts';
import { type Database, IN_MEMORY } from './database.ts';
import { GroupCommit } from './group-commit.ts';
import { type FileState, OpenFile } from './open-file.ts';
import { Rewriting } from './rewriting.ts';
import { roomProblem } from './room.ts';
import { SideConnection } from './side-connection.ts';
import { asStoreError, isBusy, isOfConnection } from './store-errors.ts';

const SPOILED = 'A part of DATA_FILE is spoiled, as SQLite’s own check finds: restore a backup.';
/** Milliseconds for which a read waits for another process. */
const PATIENCE = 4_000;
/** Milliseconds between two attempts to open the file. */
const REST = 100;

/**
 * The file in which leads are kept. It is opened at its first use. If it is taken away or fails, it is closed,
 * every call throws StoreUnavailable, and each use tries to open it again. A file that was there is never
 * replaced by a new one; another file, or one that lacks writes, is refused.
 */
export class DataFile {
  readonly #path: string;
  readonly #prepare: (db: Database) => void;
  readonly #warn: (message: string) => void;
  readonly #writes = new GroupCommit((work) => this.#use(work));
  readonly #rewriting: Rewriting;
  #mode: 'rwc' | 'rw';
  #file: OpenFile | undefined;
  /** The state of the file when it was last seen. */
  #known: FileState | undefined;
  #failed: unknown;
  #openedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  /** `prepare`: called each time after opening. `warn`: called with anything that an operator should know. */
  constructor(path: string, prepare: (db: Database) => void, warn: (message: string) => void = () => {}) {
    this.#path = path;
    this.#rewriting = new Rewriting(path);
    this.#prepare = prepare;
    this.#warn = warn;
    this.#mode = existsSync(path) ? 'rw' : 'rwc'; // a store in memory is always new
  }

  /**
   * Resolves to the result of `unit` once all its writes are durable. If it throws, nothing is written. It may
   * run twice.
   */
  write<T>(unit: (db: Database) => T): Promise<T> {
    return this.#writes.add(unit);
  }

  /**
   * Runs units one after the other, as long as one returns the place where the next begins. Others write in
   * between.
   */
  async writeInSteps(unit: (db: Database, after: number) => number | undefined): Promise<void> {
    for (let next: number | undefined = 0; next !== undefined; ) {
      const after: number = next;
      next = await this.write((db) => unit(db, after));
    }
  }

  /** Answers a quick question at once. */
  read<T>(question: (db: Database) => T): Promise<T> {
    return this.#patiently(({ db }) => question(db));
  }

  /** Resolves to the rows of a question that may take long, each made by `from`. */
  async list<R, T>(sql: string, values: readonly SQLInputValue[], from: (row: R) => T): Promise<T[]> {
    const reader = await this.#patiently((file) => file.reader);
    try {
      return await reader.all(sql, values, from);
    } catch (error) {
      if (isOfConnection(error)) this.#fail(error);
      throw asStoreError(error);
    }
  }

  /** Called after an erasure. Resolves when no byte of the erased data is in the file or its log. */
  async clean(): Promise<void> {
    if (this.#path === IN_MEMORY) return;
    await this.#patiently(() => {}); // throws if the file is missing or another one
    await this.#rewriting.rewrite();
  }

  readonly isReachable: StoreHealth = () =>
    this.read((db) => db.one('SELECT 1 FROM deals LIMIT 1')).then(
      () => true,
      () => false,
    );

  readonly problems: StoreProblems = async () => {
    if (this.#path === IN_MEMORY) return [];
    const room = await this.read(() => roomProblem(statfsSync(this.#path), statSync(this.#path).size));
    return [room, await this.#damage()].filter((problem) => problem !== undefined);
  };

  /** Closes for good, after the writes under way. */
  async close(): Promise<void> {
    await this.#writes.end();
    this.#isClosed = true;
    await this.#file?.reader.close(); // the last one that closes writes back what is in the log
    this.#file?.close();
    this.#file = undefined;
  }

  /** Resolves to the damage that SQLite's own check finds. It reads the whole file, in a thread of its own. */
  async #damage(): Promise<string | undefined> {
    const side = new SideConnection(this.#path);
    try {
      const [found] = await side.all(
        'PRAGMA quick_check(1)',
        [],
        (row: { quick_check: string }) => row.quick_check,
      );
      return found === 'ok' ? undefined : SPOILED;
    } catch (error) {
      throw asStoreError(error);
    } finally {
      await side.close();
    }
  }

  async #patiently<T>(work: (file: OpenFile) => T): Promise<T> {
    const end = performance.now() + PATIENCE;
    for (let rest = 1; ; rest = Math.min(2 * rest, REST)) {
      try {
        return this.#use(work);
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) throw asStoreError(error);
      }
      await sleep(rest);
    }
  }

  #use<T>(work: (file: OpenFile) => T): T {
    if (this.#isClosed) throw new StoreUnavailable('the file of leads was closed');
    const file = this.#file ?? this.#open();
    try {
      file.check();
    } catch (error) {
      this.#fail(error);
      throw error;
    }
    try {
      return work(file);
    } catch (error) {
      if (isOfConnection(error)) this.#fail(error);
      throw error;
    }
  }

  #open(): OpenFile {
    const now = performance.now();
    if (this.#failed && now - this.#openedAt < REST) throw this.#failed;
    this.#openedAt = now;
    try {
      this.#file = new OpenFile(this.#path, this.#mode, this.#prepare, this.#known);
    } catch (error) {
      if (!isBusy(error)) this.#fail(error);
      throw error;
    }
    this.#mode = 'rw';
    if (this.#failed) this.#warn('The file of leads can be used now.');
    this.#failed = undefined;
    return this.#file;
  }

  /** Closes the file after a failure. Warns once for each reason. */
  #fail(error: unknown): void {
    if (this.#path === IN_MEMORY) return; // closing the connection would lose everything
    this.#known = this.#file?.state ?? this.#known;
    try {
      this.#file?.close();
    } catch {
      // Pages that could not be written back are in the log, and are read from there.
    }
    this.#file = undefined;
    const [{ message }, told] = [
      asStoreError(error) as Error,
      asStoreError(this.#failed) as Error | undefined,
    ];
    this.#failed = error;
    if (message !== told?.message) this.#warn(`Leads are not kept now: ${message}; every use tries again.`);
  }
}
