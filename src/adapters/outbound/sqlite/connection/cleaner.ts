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
  #settle: (errcode: number | undefined) => void = () => {};

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
    this.#process = undefined;
  }

  #clean(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#settle = (errcode) => {
        this.#end = setTimeout(() => this.close(), STAY);
        if (errcode === 0) resolve();
        else reject(errorOf(errcode));
      };
      clearTimeout(this.#end);
      this.#process ??= this.#start();
      this.#process.send(this.#path);
    });
  }

  #start(): ChildProcess {
    const started = fork(program, { execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const ended = () => {
      if (this.#process !== started) return;
      this.close();
      this.#settle(undefined);
    };
    return started
      .on('message', (errcode: number) => this.#settle(errcode))
      .on('exit', ended)
      .on('error', ended);
  }
}

const errorOf = (errcode: number | undefined) =>
  errcode === undefined
    ? new StoreUnavailable('the cleaning of the file of leads was broken off')
    : asStoreError({ errcode });
