import { type ChildProcess, fork } from 'node:child_process';
import { extname } from 'node:path';
import { StoreUnavailable } from '../../../../application/intake/ports/outbound/store.ts';
import { asStoreError } from './store-errors.ts';

/** Beside this file, with the same ending: it is TypeScript here, and JavaScript after the build. */
const program = new URL(`./cleaning-process${extname(import.meta.url)}`, import.meta.url);

/** Milliseconds for which the process stays: people erase one after the other. */
const STAY = 5_000;

/** Has a file cleaned by a process of its own. */
export class Cleaner {
  readonly #path: string;
  #process: ChildProcess | undefined;
  #end: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** One cleaning that begins from now on is enough for all who ask until then. Throws StoreUnavailable. */
  clean(): Promise<void> {
    if (this.#next) return this.#next;
    this.#next = this.#last.then(() => {
      this.#next = undefined;
      return this.#clean();
    });
    this.#last = this.#next.catch(() => {});
    return this.#next;
  }

  close(): void {
    clearTimeout(this.#end);
    this.#process?.kill();
  }

  async #clean(): Promise<void> {
    clearTimeout(this.#end);
    if (!this.#process?.connected) this.#process = start();
    const errcode = await answerOf(this.#process, this.#path);
    if (errcode === undefined) throw new StoreUnavailable('the cleaning of the file of leads was broken off');
    this.#end = setTimeout(() => this.close(), STAY);
    if (errcode !== 0) throw asStoreError({ errcode });
  }
}

const start = () => fork(program, { execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });

/** SQLite's code of why the file cannot be cleaned, or 0; `undefined`: the process is gone. */
const answerOf = (process: ChildProcess, path: string) =>
  new Promise<number | undefined>((resolve) => {
    const isGone = () => resolve(undefined);
    for (const [event, tell] of Object.entries({ message: resolve, exit: isGone, error: isGone }))
      process.removeAllListeners(event).once(event, tell);
    process.send(path);
  });
