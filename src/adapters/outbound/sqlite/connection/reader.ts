import { extname } from 'node:path';
import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '../../../../application/intake/ports/outbound/store.ts';
import type { Answer, Question, ReaderData } from './reader-thread.ts';

interface Pending {
  readonly take: (rows: readonly unknown[]) => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Beside this file, with the same ending: it is TypeScript here, and JavaScript after the build. */
const thread = new URL(`./reader-thread${extname(import.meta.url)}`, import.meta.url);

/** Reads in a thread of its own, one question after the other: vendors do not wait for what operators ask. */
export class Reader {
  readonly #path: string;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #asked = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** The rows as `from` makes them, some at a time. Throws SQLite's errors. */
  async all<R, T>(sql: string, values: readonly SQLInputValue[], from: (row: R) => T): Promise<T[]> {
    const found: T[] = [];
    const take = (rows: readonly unknown[]) => {
      for (const row of rows) found.push(from(row as R));
    };
    const id = ++this.#asked;
    await new Promise<void>((resolve, reject) => {
      this.#pending.set(id, { take, resolve, reject });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, sql, values } satisfies Question);
    });
    return found;
  }

  close(): void {
    void this.#worker?.terminate();
    this.#end(new StoreUnavailable('the file of leads was closed'));
  }

  #start(): Worker {
    const taken = new Int32Array(new SharedArrayBuffer(4));
    const workerData: ReaderData = { path: this.#path, taken };
    const worker = new Worker(thread, { workerData, execArgv: [] }); // what --import brings is for the server
    worker.on('message', (answer: Answer) => {
      this.#settle(answer);
      Atomics.add(taken, 0, 1);
      Atomics.notify(taken, 0);
    });
    worker.on('error', (error) => this.#end(error));
    return worker;
  }

  #settle({ id, rows, ended, error }: Answer): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    try {
      pending.take(rows);
      if (!ended) return;
      if (error) pending.reject(error);
      else pending.resolve();
    } catch (spoiled) {
      pending.reject(spoiled);
    }
    this.#pending.delete(id);
  }

  #end(error: unknown): void {
    this.#worker = undefined;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}
