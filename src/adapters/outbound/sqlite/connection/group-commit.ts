import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import type { Database } from './database.ts';
import type { OpenFile } from './open-file.ts';
import { asStoreError, isBusy, isFull, isOfConnection } from './store-errors.ts';

/**
 * Milliseconds that a unit waits for another process's lock, and the longer time while this process rewrites the
 * file.
 */
const [PATIENCE, LONG_PATIENCE] = [4_000, 8_000];
/** The most milliseconds between two tries. */
const REST = 10;
/** Milliseconds for which units may block the event loop. The rest come with the next commit. */
const AT_ONCE = 15;
/** The most units that may wait. */
const MOST = 10_000;

interface Pending {
  readonly unit: (db: Database) => unknown;
  readonly since: number;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs units of work that arrive together in one transaction, so that they wait for the disk only once. Each
 * succeeds or fails alone. If a unit fails half done, which is rare, everything is rolled back and the others
 * run again: a savepoint for each unit would copy its pages.
 */
export class GroupCommit {
  readonly #use: (work: (file: OpenFile) => void) => void;
  readonly #queue: Pending[] = [];
  #isPatient = false;
  #draining: Promise<void> | undefined;

  constructor(use: (work: (file: OpenFile) => void) => void) {
    this.#use = use;
  }

  /** Resolves to the result of a unit once it is durable. Rejects with the unit's error, or with StoreUnavailable. */
  add<T>(unit: (db: Database) => T): Promise<T> {
    if (this.#queue.length >= MOST)
      return Promise.reject(new StoreUnavailable('too many requests are waiting for the file of leads'));
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ unit, since: performance.now(), resolve, reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Lets units wait longer for the lock while `work` runs. */
  async whilePatient<T>(work: () => Promise<T>): Promise<T> {
    this.#isPatient = true;
    try {
      return await work();
    } finally {
      this.#isPatient = false;
    }
  }

  /** Resolves when no unit waits any more. */
  async end(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    for (let rest = 1; this.#queue.length > 0; ) {
      await turn(); // all that has arrived meanwhile is read, and comes along
      try {
        this.#use((file) => this.#commitSome(file));
        rest = 1;
      } catch (error) {
        if (!isBusy(error)) this.#rejectWhile(() => true, error);
        else {
          const patience = this.#isPatient ? LONG_PATIENCE : PATIENCE;
          this.#rejectWhile(({ since }) => performance.now() - since > patience, error);
          await sleep(rest);
          rest = Math.min(2 * rest, REST);
        }
      }
    }
    this.#draining = undefined;
  }

  /**
   * Commits as many waiting units as time allows. Throws if no transaction could begin, or if it was rolled
   * back: the units in it are then rejected.
   */
  #commitSome(file: OpenFile): void {
    const { db } = file;
    const begun: Pending[] = [];
    const settle: (() => void)[] = [];
    const end = performance.now() + AT_ONCE;
    try {
      file.begin();
      while (this.#queue.length > 0 && (begun.length === 0 || performance.now() < end)) {
        const pending = this.#queue.shift() as Pending;
        begun.push(pending);
        const settled = attempt(db, pending);
        if (!settled) {
          file.undo();
          this.#queue.unshift(...begun.slice(0, -1));
          return;
        }
        settle.push(settled);
      }
      file.commit();
    } catch (error) {
      file.undo();
      for (const { reject } of begun) reject(asStoreError(error));
      throw error;
    }
    for (const each of settle) each();
  }

  #rejectWhile(isMeant: (pending: Pending) => boolean, error: unknown): void {
    while (this.#queue[0] && isMeant(this.#queue[0])) this.#queue.shift()?.reject(asStoreError(error));
  }
}

/**
 * Runs a unit and returns how to settle it after the commit; `undefined` if it failed half done and was
 * rejected. Throws if the failure is not of this unit alone.
 */
function attempt(db: Database, { unit, resolve, reject }: Pending): (() => void) | undefined {
  const before = db.written;
  try {
    const value = unit(db);
    return () => resolve(value as never);
  } catch (error) {
    if (!db.isInTransaction || isOfConnection(error) || isFull(error)) throw error;
    const settle = () => reject(asStoreError(error));
    if (db.written === before) return settle;
    settle();
    return undefined;
  }
}
