import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { Database } from '../../../../adapters/outbound/sqlite/connection/database.ts';
import { asStoreError } from '../../../../adapters/outbound/sqlite/connection/store-errors.ts';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import { NotCopied } from '../../../application/not-copied.ts';
import type { StoreBackup } from '../../../application/ports/outbound/store-backup.ts';
import { requireReadable } from './file-of-leads.ts';

/** On a connection of its own, beside servers. The backup gets its name once it is whole. */
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
      for (const end of ['', '-journal']) rmSync(`${unfinished}${end}`, { force: true }); // a full disk is not left full
      throw asUnavailable(error);
    }
  };

/** Makes one file of it that needs none beside it, and looks whether it can be read. */
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

/** Of the file of leads, or of where the backup is written. */
function asUnavailable(error: unknown): unknown {
  const { syscall, code, errcode = 0 } = error as NodeJS.ErrnoException & { readonly errcode?: number };
  if (syscall) return new StoreUnavailable(`the backup cannot be written (${code})`);
  if ([FULL, WRITE_FAILED].includes(errcode)) return new StoreUnavailable('there is no room for the backup');
  return asStoreError(error);
}

/** SQLite's codes. Of the file of leads, only what it has is read. */
const [FULL, WRITE_FAILED] = [13, 778];
