import { existsSync, statfsSync, statSync } from 'node:fs';
import type { SQLInputValue } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type StoreHealth,
  type StoreProblems,
  type StoreRoom,
  StoreUnavailable,
} from '../../../../application/ports/outbound/store.ts';
import { askAside, damageOf } from './damage.ts';
import { type Database, IN_MEMORY } from './database.ts';
import { GroupCommit } from './group-commit.ts';
import { LogAtRest } from './log-at-rest.ts';
import { type FileState, OpenFile } from './open-file.ts';
import { placeOf, placeProblems } from './place.ts';
import { Reserve } from './reserve.ts';
import { freeOn, roomProblem } from './room.ts';
import { SideConnection } from './side-connection.ts';
import { asStoreError, DiskFull, isBusy, isFull, isOfConnection } from './store-errors.ts';

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
  readonly #log = new LogAtRest(this);
  readonly #reserve: Reserve | undefined;
  #mode: 'rwc' | 'rw';
  #file: OpenFile | undefined;
  /** The state of the file when it was last seen. */
  #known: FileState | undefined;
  #failed: unknown;
  #openedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  /** `prepare`: called each time after opening. `warn`: called with anything that an operator should know. */
  constructor(path: string, prepare: (db: Database) => void, warn: (message: string) => void = () => {}) {
    this.#path = path === IN_MEMORY ? path : placeOf(path);
    this.#reserve = path === IN_MEMORY ? undefined : new Reserve(this.#path);
    this.#prepare = prepare;
    this.#warn = warn;
    this.#mode = existsSync(this.#path) ? 'rw' : 'rwc'; // a store in memory is always new
  }

  /**
   * Resolves to the result of `unit` once all its writes are durable. If it throws, nothing is written. It may
   * run twice.
   */
  async write<T>(unit: (db: Database) => T): Promise<T> {
    const written = await this.#writes.add(unit).catch((error) => {
      if (!(error instanceof DiskFull)) throw error;
      return this.#writes.add(unit); // into the room that the reserve left
    });
    this.#log.soon();
    return written;
  }

  /** Writes new data from outside. Throws DiskFull if only the reserved room on the disk is left. */
  async writeNew<T>(unit: (db: Database) => T): Promise<T> {
    if (this.#reserve?.isSpent()) throw new DiskFull();
    const written = await this.#writes.add(unit);
    this.#log.soon();
    return written;
  }

  /** Runs a unit and takes back what it wrote. Throws what would keep new data from being written, by its cause. */
  async rehearse(unit: (db: Database) => void): Promise<void> {
    if (this.#reserve?.isSpent()) throw new DiskFull();
    await this.#patiently((file) => file.rehearse(unit));
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

  /** Resolves to the rows of a question that goes through the whole file. Others do not wait for it. */
  through<R>(sql: string): Promise<R[]> {
    return this.#path === IN_MEMORY ? this.list(sql, [], (row: R) => row) : askAside(this.#path, sql);
  }

  /** The path of the file. */
  get path(): string {
    return this.#path;
  }

  /** Runs work that locks the file now and then, over a connection of its own. Writers wait longer meanwhile. */
  async aside<T>(work: (side: SideConnection) => Promise<T>): Promise<T> {
    await this.#patiently((file) => file.writeBackByItself(false)); // checks that the right file is there
    const side = new SideConnection(this.#path, 'rw');
    try {
      return await this.#writes.whilePatient(() => work(side));
    } catch (error) {
      throw asStoreError(error);
    } finally {
      await side.close();
      await this.#patiently((file) => file.writeBackByItself(true)).catch(() => {});
    }
  }

  readonly isReachable: StoreHealth = () =>
    this.read((db) => db.one('SELECT 1 FROM deals LIMIT 1')).then(
      () => !this.#reserve?.isSpent(),
      () => false,
    );

  readonly problems: StoreProblems = async () => {
    if (this.#path === IN_MEMORY) return [];
    const { problem } = await this.room();
    const found = [problem, await damageOf(this.#path)].filter((each) => each !== undefined);
    return [...placeProblems(this.#path), ...found];
  };

  /** The room on the disk of the file, which is not in memory. */
  readonly room: StoreRoom = () =>
    this.read(() => {
      const disk = statfsSync(this.#path);
      return { free: freeOn(disk), problem: roomProblem(disk, statSync(this.#path).size) };
    });

  /** Closes for good, after the writes under way. */
  async close(): Promise<void> {
    await this.#writes.end();
    this.#isClosed = true;
    this.#log.stop();
    await this.#file?.reader.close(); // the last one that closes writes back what is in the log
    this.#file?.close();
    this.#file = undefined;
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
      if (isFull(error)) this.#makeRoom(file);
      throw error;
    }
  }

  /** Writes the log back, as it has the same pages many times and then begins again: this makes room. */
  #makeRoom({ db }: OpenFile): void {
    this.#reserve?.spend();
    try {
      db.execute('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // even that needs more room than there is
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
    this.#reserve?.keep();
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
