import { statSync } from 'node:fs';
import { type Database, IN_MEMORY } from './database.ts';
import type { SideConnection } from './side-connection.ts';

/** Milliseconds without a write until the log is written back. */
const AT_REST = 10_000;
/** Bytes of log that may stay in its file: later writes have their room, even if the disk fills up. */
const SHORT = 4 * 1024 ** 2;

/** What LogAtRest needs of a data file. */
interface Resting {
  readonly path: string;
  read<T>(question: (db: Database) => T): Promise<T>;
  aside<T>(work: (side: SideConnection) => Promise<T>): Promise<T>;
}

/** Writes the log back after a while without writes: until then, a lost log takes recent leads with it. */
export class LogAtRest {
  readonly #file: Resting;
  #timer: NodeJS.Timeout | undefined;

  constructor(file: Resting) {
    this.#file = file;
  }

  /** Starts the wait again after a write. */
  soon(): void {
    if (this.#file.path === IN_MEMORY) return;
    this.#timer = this.#timer?.refresh() ?? setTimeout(() => void this.#writeBack(), AT_REST).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #writeBack(): Promise<void> {
    try {
      if (this.#length <= SHORT) return await this.#file.read((db) => db.execute(`${CHECKPOINT}(PASSIVE)`));
      await this.#file.aside(async (side) => {
        for (const mode of ['PASSIVE', 'TRUNCATE']) await side.all(`${CHECKPOINT}(${mode})`, [], () => {});
      });
    } catch {
      // the next use tells what is wrong
    }
    if (this.#length > SHORT) this.soon(); // a reader still needs the log
  }

  get #length(): number {
    return statSync(`${this.#file.path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }
}

const CHECKPOINT = 'PRAGMA wal_checkpoint';
