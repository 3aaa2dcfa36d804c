import { randomFillSync } from 'node:crypto';
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { freeOn } from './room.ts';

/** Bytes of reserved room: enough to erase a large customer, or to write the log back. */
const BYTES = 2 * 1024 ** 2;
/** Milliseconds between checks while the disk is full. */
const REST = 500;
/** Milliseconds for which the reserve counts as there, once seen. */
const SEEN = 20;

/**
 * Room reserved on the disk by a file beside the data file. When the disk is full, this file is removed and no more
 * leads are taken: its room serves for erasures, and for writing the log back. It is made again as soon as there is
 * room for as much again: of its own room alone, the disk would be full at the next lead.
 */
export class Reserve {
  readonly #path: string;
  #wasThere = false;
  #isSpent = false;
  #looked = Number.NEGATIVE_INFINITY;

  constructor(path: string) {
    this.#path = `${path}-reserve`;
  }

  /** Makes the reserve, if it is not there. */
  keep(): void {
    this.#looked = performance.now();
    if (!existsSync(this.#path) && !this.#make()) return;
    this.#wasThere = true;
    this.#isSpent = false;
  }

  /** Gives the reserve up, as the disk is full. */
  spend(): void {
    rmSync(this.#path, { force: true });
    this.#isSpent = true;
    this.#looked = performance.now();
  }

  /** Whether this or another process has found the disk full, and it still is. */
  isSpent(): boolean {
    const now = performance.now();
    const since = now - this.#looked;
    if (this.#isSpent && since > REST) this.keep();
    if (this.#isSpent || since < SEEN || !this.#wasThere) return this.#isSpent;
    this.#looked = now;
    this.#isSpent = !existsSync(this.#path);
    return this.#isSpent;
  }

  /** Makes the file. Returns whether it is there: not where nothing may be written. */
  #make(): boolean {
    if (freeOn(statfsSync(dirname(this.#path))) < 2 * BYTES) {
      this.#isSpent = true;
      return false;
    }
    try {
      writeFileSync(this.#path, randomFillSync(Buffer.alloc(BYTES)), { flag: 'wx', mode: 0o600 }); // zeros may take no room
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') return true; // another process was first
      rmSync(this.#path, { force: true }); // what was written before the disk was full
      if (code === 'ENOSPC' || code === 'EDQUOT') this.#isSpent = true;
      return false;
    }
  }
}
