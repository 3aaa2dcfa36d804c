import { statSync } from 'node:fs';
import { type Database, IN_MEMORY } from './database.ts';
import type { SideConnection } from './side-connection.ts';

/** Milliseconds without a write until the log is written back. */
const AT_REST = 10_000;
/** Bytes of a log that may stay: what is written next has its room, whatever becomes of the disk. */
const SHORT = 4 * 1024 ** 2;

/** What it needs of a file. */
interface Resting {
  readonly path: string;
  read<T>(question: (db: Database) => T): Promise<T>;
  aside<T>(work: (side: SideConnection) => Promise<T>): Promise<T>;
}

/** Writes the log back once nothing was written for a while: what is in the log alone is lost where that lies elsewhere. */
export class LogAtRest {
  readonly #file: Resting;
  #timer: NodeJS.Timeout | undefined;

  constructor(file: Resting) {
    this.#file = file;
  }

  /** Something was written. */
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
    if (this.#length > SHORT) this.soon(); // somebody reads
  }

  get #length(): number {
    return statSync(`${this.#file.path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }
}

const CHECKPOINT = 'PRAGMA wal_checkpoint';
