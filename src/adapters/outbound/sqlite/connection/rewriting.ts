import { setTimeout as sleep } from 'node:timers/promises';
import { SideConnection } from './side-connection.ts';
import { asStoreError, isBusy } from './store-errors.ts';

/** Milliseconds for which a reader may keep the log from being emptied. */
const PATIENCE = 30_000;
/** Milliseconds from one try to the next. */
const REST = 10;
const BUSY = 5;

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
      await patiently(() => side.all('VACUUM', [], () => {}));
      await patiently(() => emptyLog(side));
    } catch (error) {
      throw asStoreError(error);
    } finally {
      await side.close();
    }
  }
}

/** Writes all of the log back to the file, and leaves none. Throws SQLite's error if somebody reads, or writes. */
async function emptyLog(side: SideConnection): Promise<void> {
  const from = ({ busy }: { readonly busy: number }): number => busy;
  await side.all('PRAGMA wal_checkpoint(PASSIVE)', [], from); // most of it, without keeping anybody from writing
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
