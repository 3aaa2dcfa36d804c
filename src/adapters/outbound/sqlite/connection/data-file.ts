import { existsSync } from 'node:fs';
import type { SQLInputValue } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { type StoreHealth, StoreUnavailable } from '../../../../application/intake/ports/outbound/store.ts';
import type { Database } from './database.ts';
import { GroupCommit } from './group-commit.ts';
import { OpenFile } from './open-file.ts';
import { asStoreError, isBusy, isOfConnection } from './store-errors.ts';

/** Milliseconds that a read waits for another process. */
const PATIENCE = 4_000;
/** Milliseconds after which opening is tried again, when it failed. */
const REST = 100;

/**
 * The file in which leads are kept. It is opened at its first use; if it is taken away, or fails, it is closed, everything
 * is StoreUnavailable, and each use tries to open it again. It is never made anew in place of one that was there.
 */
export class DataFile {
  readonly #path: string;
  readonly #prepare: (db: Database) => void;
  readonly #warn: (message: string) => void;
  readonly #writes = new GroupCommit(<T>(work: (db: Database) => T) => this.#use(work));
  #mode: 'rwc' | 'rw';
  #file: OpenFile | undefined;
  #failed: { readonly error: unknown; readonly at: number } | undefined;
  #isClosed = false;

  /** `prepare` is called each time that the file was opened, `warn` with what an operator should know about it. */
  constructor(path: string, prepare: (db: Database) => void, warn: (message: string) => void = () => {}) {
    this.#path = path;
    this.#prepare = prepare;
    this.#warn = warn;
    this.#mode = existsSync(path) ? 'rw' : 'rwc';
  }

  /** What `unit` returns, once all that it wrote is durable. If it throws, nothing of it is written. It may run twice. */
  write<T>(unit: (db: Database) => T): Promise<T> {
    return this.#writes.add(unit);
  }

  /** For what is quick: it is read at once. */
  async read<T>(question: (db: Database) => T): Promise<T> {
    const end = performance.now() + PATIENCE;
    for (let rest = 1; ; rest = Math.min(2 * rest, REST)) {
      try {
        return this.#use(question);
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) throw asStoreError(error);
      }
      await sleep(rest);
    }
  }

  /** The rows of what may take long, each as `from` makes it. */
  async list<R, T>(sql: string, values: readonly SQLInputValue[], from: (row: R) => T): Promise<T[]> {
    const reader = await this.read(() => this.#open().reader);
    try {
      return await reader.all(sql, values, from);
    } catch (error) {
      this.#closeAfter(error);
      throw asStoreError(error);
    }
  }

  readonly isReachable: StoreHealth = () =>
    this.read((db) => db.one('SELECT 1 FROM deals LIMIT 1')).then(
      () => true,
      () => false,
    );

  /** Closes for good, after what is being written. */
  async close(): Promise<void> {
    await this.#writes.end();
    this.#isClosed = true;
    this.#file?.close();
    this.#file = undefined;
  }

  #use<T>(work: (db: Database) => T): T {
    try {
      return work(this.#open().db);
    } catch (error) {
      this.#closeAfter(error);
      throw error;
    }
  }

  #open(): OpenFile {
    if (this.#isClosed) throw new StoreUnavailable('the file of leads was closed');
    if (this.#file) return this.#checked(this.#file);
    if (this.#failed && performance.now() - this.#failed.at < REST) throw this.#failed.error;
    try {
      this.#file = new OpenFile(this.#path, this.#mode, this.#prepare);
    } catch (error) {
      if (!isBusy(error)) this.#fail(error);
      throw error;
    }
    this.#mode = 'rw';
    if (this.#failed) this.#warn('The file of leads can be used now.');
    this.#failed = undefined;
    return this.#file;
  }

  #checked(file: OpenFile): OpenFile {
    try {
      file.check();
      return file;
    } catch (error) {
      this.#close();
      this.#fail(error);
      throw error;
    }
  }

  #closeAfter(error: unknown): void {
    if (!isOfConnection(error)) return;
    this.#close();
    this.#fail(error);
  }

  #close(): void {
    try {
      this.#file?.close();
    } catch {
      // What could not be written back is in the log, and is read from there.
    }
    this.#file = undefined;
  }

  /** Warns once for each reason. */
  #fail(error: unknown): void {
    const { message } = asStoreError(error) as Error;
    const told = this.#failed && (asStoreError(this.#failed.error) as Error).message;
    this.#failed = { error, at: performance.now() };
    if (message !== told) this.#warn(`Leads are not kept now: ${message}; every use tries again.`);
  }
}
