import { randomFillSync } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

/** Bytes: an erasure of a large customer, or the log's way back into the file. */
const BYTES = 2 * 1024 ** 2;
/** Milliseconds from one look to the next, while the disk is full. */
const REST = 500;

/**
 * Room that is kept on the disk, in a file beside the one of leads, for when there is no other: then it is let go, no more
 * leads are taken, and what is left serves for erasures, and for the log to be written back. Made again as soon as it can be.
 */
export class Reserve {
  readonly #path: string;
  #wasThere = false;
  #isSpent = false;
  #looked = Number.NEGATIVE_INFINITY;

  constructor(path: string) {
    this.#path = `${path}-reserve`;
  }

  /** Makes it, if it is not there. */
  keep(): void {
    this.#looked = performance.now();
    if (!existsSync(this.#path) && !this.#make()) return;
    this.#wasThere = true;
    this.#isSpent = false;
  }

  /** The disk is full. */
  spend(): void {
    rmSync(this.#path, { force: true });
    this.#isSpent = true;
    this.#looked = performance.now();
  }

  /** Whether this process, or another one, has found the disk full, and it still is. */
  isSpent(): boolean {
    if (this.#wasThere && !existsSync(this.#path)) this.#isSpent = true;
    if (this.#isSpent && performance.now() - this.#looked > REST) this.keep();
    return this.#isSpent;
  }

  /** Returns whether it is there. Where nothing may be written, there is none. */
  #make(): boolean {
    try {
      writeFileSync(this.#path, randomFillSync(Buffer.alloc(BYTES)), { flag: 'wx', mode: 0o600 }); // zeros may take no room
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') return true; // another process was first
      rmSync(this.#path, { force: true }); // a part of it
      if (code === 'ENOSPC' || code === 'EDQUOT') this.#isSpent = true;
      return false;
    }
  }
}
