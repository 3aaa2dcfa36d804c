import { extname } from 'node:path';
import type { SQLInputValue } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import type { Database } from './database.ts';
import type { Answer, Question, SideData } from './side-thread.ts';

interface Asked {
  readonly question: Question;
  readonly since: number;
  readonly take: (rows: readonly unknown[]) => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The thread's code, in a file beside this one with the same ending: TypeScript here, JavaScript after the build. */
const thread = new URL(`./side-thread${extname(import.meta.url)}`, import.meta.url);

/** Not those of the process: its modules of `--import` are for the server, and the warning of Node's SQLite was given. */
const execArgv = ['--disable-warning=ExperimentalWarning'];

/** Answers questions that may take long. */
export interface Reads {
  /** Resolves to the rows, each made by `from`. Throws SQLite's errors, and StoreUnavailable. */
  all<R, T>(sql: string, values: readonly SQLInputValue[], from: (row: R) => T): Promise<T[]>;
  close(): Promise<void>;
}

/** Answers at once over this connection: data in memory has no other. */
export const readsHere = (db: Database): Reads => ({
  all: async <R, T>(sql: string, values: readonly SQLInputValue[], from: (row: R) => T) =>
    db.all<R>(sql, values).map(from),
  close: async () => {},
});

/**
 * A connection in a thread of its own, which answers one question after the other, so that vendors do not wait
 * for long ones.
 */
export class SideConnection implements Reads {
  readonly #path: string;
  readonly #mode: SideData['mode'];
  readonly #patience: number;
  readonly #waiting: Asked[] = [];
  #asked: Asked | undefined;
  #worker: Worker | undefined;

  /** `patience`: milliseconds for which a question waits for earlier ones. A page of the desk asks several. */
  constructor(path: string, mode: SideData['mode'] = 'ro', patience = 10_000) {
    this.#path = path;
    this.#mode = mode;
    this.#patience = patience;
  }

  /** Resolves to all rows, which arrive in parts. */
  async all<R, T>(sql: string, values: readonly SQLInputValue[], from: (row: R) => T): Promise<T[]> {
    const found: T[] = [];
    const take = (rows: readonly unknown[]) => {
      for (const row of rows) found.push(from(row as R));
    };
    await new Promise<void>((resolve, reject) => {
      const asked = { question: { sql, values }, since: performance.now(), take, resolve, reject };
      if (this.#asked) this.#waiting.push(asked);
      else this.#ask(asked);
    });
    return found;
  }

  async close(): Promise<void> {
    const ended = this.#worker?.terminate();
    this.#end(new StoreUnavailable('the file of leads was closed'));
    await ended;
  }

  #ask(next: Asked | undefined): void {
    this.#asked = next;
    if (!next) return;
    this.#worker ??= this.#start();
    this.#worker.postMessage(next.question);
  }

  #start(): Worker {
    const taken = new Int32Array(new SharedArrayBuffer(4));
    const workerData: SideData = { path: this.#path, mode: this.#mode, taken };
    const worker = new Worker(thread, { workerData, execArgv });
    worker.on('message', async (answer: Answer) => {
      await turn(); // else Node hands over one answer after the other, as long as there are some
      if (this.#worker !== worker) return;
      this.#settle(answer);
      Atomics.add(taken, 0, 1);
      Atomics.notify(taken, 0);
    });
    worker.on('error', (error) => this.#end(error));
    return worker;
  }

  #settle({ rows, ended, error }: Answer): void {
    const asked = this.#asked;
    try {
      asked?.take(rows);
    } catch (spoiled) {
      asked?.reject(spoiled);
    }
    if (!ended) return;
    if (error) asked?.reject(error);
    else asked?.resolve();
    const since = performance.now() - this.#patience;
    while (this.#waiting[0] && this.#waiting[0].since < since)
      this.#waiting
        .shift()
        ?.reject(new StoreUnavailable('more is asked of the file of leads than it answers'));
    this.#ask(this.#waiting.shift());
  }

  #end(error: unknown): void {
    this.#worker = undefined;
    for (const { reject } of [this.#asked, ...this.#waiting.splice(0)].filter((each) => each !== undefined))
      reject(error);
    this.#asked = undefined;
  }
}
