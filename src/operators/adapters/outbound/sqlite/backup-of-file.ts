import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { Database } from '../../../../adapters/outbound/sqlite/connection/database.ts';
import { asStoreError } from '../../../../adapters/outbound/sqlite/connection/store-errors.ts';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import { NotCopied } from '../../../application/not-copied.ts';
import type { StoreBackup } from '../../../application/ports/outbound/store-backup.ts';
import { requireReadable } from './file-of-leads.ts';

/** Makes the backup on a connection of its own, beside servers. The file gets its name when it is complete. */
export const backupOfFile =
  (path: string): StoreBackup =>
  async (target, progress) => {
    if (existsSync(target)) throw new NotCopied(`${target} is there already: name a new file.`);
    const unfinished = `${target}.unfinished`;
    try {
      const source = new Database(path, 'rw');
      try {
        requireReadable(source);
        closeSync(openSync(unfinished, 'w', 0o600)); // nobody else reads what is about customers
        await source.copyTo(unfinished, (looked, of) => progress({ step: 'pages', looked, of }));
      } finally {
        source.close();
      }
      const leads = leadsInWhole(unfinished);
      renameSync(unfinished, target);
      return { leads };
    } catch (error) {
      for (const end of ['', '-journal']) rmSync(`${unfinished}${end}`, { force: true }); // frees a full disk
      throw asUnavailable(error);
    }
  };

/** Makes the copy a file without a log, and checks that it can be read. Returns the number of its leads. */
function leadsInWhole(path: string): number {
  const copy = new Database(path, 'rw');
  try {
    copy.execute('PRAGMA journal_mode = DELETE');
    const { quick_check: found } = copy.one<{ quick_check: string }>('PRAGMA quick_check(1)') ?? {};
    if (found !== 'ok')
      throw new StoreUnavailable('a part of the file of leads is spoiled: restore a backup');
    return copy.one<{ leads: number }>('SELECT count(*) AS leads FROM deals')?.leads ?? 0;
  } finally {
    copy.close();
  }
}

/** Turns an error into StoreUnavailable that says whether the file of leads or the backup's place is at fault. */
function asUnavailable(error: unknown): unknown {
  const { syscall, code, errcode = 0 } = error as NodeJS.ErrnoException & { readonly errcode?: number };
  if (syscall) return new StoreUnavailable(`the backup cannot be written (${code})`);
  if ([FULL, WRITE_FAILED].includes(errcode)) return new StoreUnavailable('there is no room for the backup');
  return asStoreError(error);
}

/** SQLite's codes for a full disk and a failed write. They are the backup's: the file of leads is only read. */
const [FULL, WRITE_FAILED] = [13, 778];
