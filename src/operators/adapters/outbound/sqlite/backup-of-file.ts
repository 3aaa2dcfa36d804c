import { lstatSync } from 'node:fs';
import type { StoreBackup } from '#operators/application/ports/outbound/store-backup.ts';
import { asStoreError } from '../../../../adapters/outbound/sqlite/connection/store-errors.ts';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import { asForbidden } from './forbidden-place.ts';
import { copyWhole } from './whole-copy.ts';
import { isThere, WorkingFile } from './working-file.ts';

/** Makes the backup on a connection of its own, beside servers. The file gets its name when it is complete. */
export const backupOfFile =
  (path: string): StoreBackup =>
  async (target, progress) => {
    let working: WorkingFile | undefined;
    try {
      if (lstatSync(target, { throwIfNoEntry: false })) throw isThere(target);
      working = new WorkingFile(target);
      const leads = await copyWhole(path, working.path, (looked, of) =>
        progress({ step: 'pages', looked, of }),
      );
      working.finish();
      return { leads };
    } catch (error) {
      working?.remove(); // frees a full disk
      throw asUnavailable(asForbidden(error, target));
    }
  };

/** Turns an error into StoreUnavailable that says whether the file of leads or the backup's place is at fault. */
function asUnavailable(error: unknown): unknown {
  const { syscall, code, errcode = 0 } = error as NodeJS.ErrnoException & { readonly errcode?: number };
  if (syscall) return new StoreUnavailable(`the backup cannot be written (${code})`);
  if ([FULL, WRITE_FAILED].includes(errcode)) return new StoreUnavailable('there is no room for the backup');
  return asStoreError(error);
}

/** SQLite's codes for a full disk and a failed write. They are the backup's: the file of leads is only read. */
const [FULL, WRITE_FAILED] = [13, 778];
