import { setTimeout as sleep } from 'node:timers/promises';
import { SideConnection } from './side-connection.ts';
import { asStoreError, isBusy } from './store-errors.ts';

/** Milliseconds for which a reader may keep the log from being emptied. */
const PATIENCE = 30_000;
/** Milliseconds between two tries. */
const REST = 10;
const BUSY = 5;

/**
 * Rewrites a whole file of leads by SQLite's `VACUUM`. `secure_delete` alone overwrites erased data, but leaves
 * copies in unused parts of pages that SQLite has split, and earlier pages in the log.
 */
export class Rewriting {
  readonly #path: string;
  #last: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Rewrites the file. All who ask before a run begins share it. Throws StoreUnavailable. */
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
      await side.all('PRAGMA wal_autocheckpoint = 0', [], () => {}); // later, when nobody waits for the lock
      await patiently(() => side.all('VACUUM', [], () => {}));
      await patiently(() => emptyLog(side));
    } catch (error) {
      throw asStoreError(error);
    } finally {
      await side.close();
    }
  }
}

/** Writes the whole log back to the file and empties it. Throws SQLite's error if somebody reads or writes. */
async function emptyLog(side: SideConnection): Promise<void> {
  const from = ({ busy }: { readonly busy: number }): number => busy;
  await side.all('PRAGMA wal_checkpoint(PASSIVE)', [], from); // most pages, while others may write
  const [busy] = await side.all('PRAGMA wal_checkpoint(TRUNCATE)', [], from);
  if (busy !== 0) throw { errcode: BUSY };
}

async function patiently(attempt: () => Promise<unknown>): Promise<void> {
  for (const end = performance.now() + PATIENCE; ; await sleep(REST)) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
    }
  }
}
