import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import type { Database } from './database.ts';
import type { OpenFile } from './open-file.ts';
import { asStoreError, isBusy, isOfConnection } from './store-errors.ts';

/** Milliseconds that a unit waits for another process to let go of its lock. */
const PATIENCE = 4_000;
/** Milliseconds between two tries, at most. */
const REST = 10;
/** Milliseconds for which units hold up the event loop; those that are left come with the next commit. */
const AT_ONCE = 15;
/** Units that may wait. */
const MOST = 10_000;

interface Pending {
  readonly unit: (db: Database) => unknown;
  readonly since: number;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Units of work that arrive together share one transaction, and so one wait for the disk; each succeeds or fails alone. One
 * that fails half done is rare: then all is undone, and the others begin again. A savepoint for each would copy its pages.
 */
export class GroupCommit {
  readonly #use: (work: (file: OpenFile) => void) => void;
  readonly #queue: Pending[] = [];
  #draining: Promise<void> | undefined;

  constructor(use: (work: (file: OpenFile) => void) => void) {
    this.#use = use;
  }

  /** Resolves to what the unit returns, once it is durable; rejects with what it throws, or with StoreUnavailable. */
  add<T>(unit: (db: Database) => T): Promise<T> {
    if (this.#queue.length >= MOST)
      return Promise.reject(new StoreUnavailable('too many requests are waiting for the file of leads'));
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ unit, since: performance.now(), resolve, reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Resolves when nothing is waiting any more. */
  async end(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    for (let rest = 1; this.#queue.length > 0; ) {
      await turn(); // everything that has arrived by now is read, and comes along
      try {
        this.#use((file) => this.#commitSome(file));
        rest = 1;
      } catch (error) {
        if (!isBusy(error)) this.#rejectWhile(() => true, error);
        else {
          this.#rejectWhile(({ since }) => performance.now() - since > PATIENCE, error);
          await sleep(rest);
          rest = Math.min(2 * rest, REST);
        }
      }
    }
    this.#draining = undefined;
  }

  /** Throws if nothing could be begun, or if it was undone: then those that had begun are rejected. */
  #commitSome(file: OpenFile): void {
    const { db } = file;
    file.begin();
    const begun: Pending[] = [];
    const settle: (() => void)[] = [];
    const end = performance.now() + AT_ONCE;
    try {
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
 * Returns how to settle it once all is committed; `undefined` if it was rejected half done. Throws if what fails is more than
 * this unit.
 */
function attempt(db: Database, { unit, resolve, reject }: Pending): (() => void) | undefined {
  const before = db.written;
  try {
    const value = unit(db);
    return () => resolve(value as never);
  } catch (error) {
    if (!db.isInTransaction || isOfConnection(error)) throw error;
    const settle = () => reject(asStoreError(error));
    if (db.written === before) return settle;
    settle();
    return undefined;
  }
}
