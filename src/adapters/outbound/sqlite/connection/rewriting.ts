import { setTimeout as sleep } from 'node:timers/promises';
import { SideConnection } from './side-connection.ts';
import { asStoreError } from './store-errors.ts';

/** Milliseconds for which a reader may keep the log from being emptied. */
const PATIENCE = 30_000;
/** Milliseconds from one try to the next. */
const REST = 10;

/**
 * Writes a whole file of leads again, with SQLite's `VACUUM`. Without it, `secure_delete` overwrites what is erased, but
 * where SQLite splits a page, copies of what moved stay in its unused part; and the log has pages as they were.
 */
export class Rewriting {
  readonly #path: string;
  #last: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** One that begins from now on is enough for all who ask until then. Throws StoreUnavailable. */
  rewrite(): Promise<void> {
    if (this.#next) return this.#next;
    this.#next = this.#last.then(() => {
      this.#next = undefined;
      return this.#rewrite();
    });
    this.#last = this.#next.catch(() => {});
    return this.#next;
  }

  async #rewrite(): Promise<void> {
    const side = new SideConnection(this.#path, 'rw');
    try {
      await side.all('PRAGMA wal_autocheckpoint = 0', [], () => {}); // later, when nobody waits for its lock any more
      await side.all('VACUUM', [], () => {});
      await emptyLog(side);
    } catch (error) {
      throw asStoreError(error);
    } finally {
      await side.close();
    }
  }
}

/** Writes all of the log back to the file, and leaves none. Throws SQLite's error if readers keep it from that. */
async function emptyLog(side: SideConnection): Promise<void> {
  for (const end = performance.now() + PATIENCE; ; await sleep(REST)) {
    await checkpoint(side, 'PASSIVE'); // most of it, without keeping anybody from writing
    if (await checkpoint(side, 'TRUNCATE')) return;
    if (performance.now() > end) throw { errcode: 5 };
  }
}

async function checkpoint(side: SideConnection, mode: 'PASSIVE' | 'TRUNCATE'): Promise<boolean> {
  const from = ({ busy }: { readonly busy: number }): boolean => busy === 0;
  const [isDone = false] = await side.all(`PRAGMA wal_checkpoint(${mode})`, [], from);
  return isDone;
}
