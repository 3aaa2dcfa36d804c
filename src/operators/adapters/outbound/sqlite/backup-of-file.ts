import { lstatSync } from 'node:fs';
import { asStoreError } from '../../../../adapters/outbound/sqlite/connection/store-errors.ts';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import type { StoreBackup } from '../../../application/ports/outbound/store-backup.ts';
import { copyWhole } from './whole-copy.ts';
import { isThere, WorkingFile } from './working-file.ts';

/** On a connection of its own, beside servers. The backup gets its name once it is whole. */
export const backupOfFile =
  (path: string): StoreBackup =>
  async (target, progress) => {
    if (lstatSync(target, { throwIfNoEntry: false })) throw isThere(target);
    let working: WorkingFile | undefined;
    try {
      working = new WorkingFile(target);
      const leads = await copyWhole(path, working.path, (looked, of) =>
        progress({ step: 'pages', looked, of }),
      );
      working.finish();
      return { leads };
    } catch (error) {
      working?.remove(); // a full disk is not left full
      throw asUnavailable(error);
    }
  };

/** Of the file of leads, or of where the backup is written. */
function asUnavailable(error: unknown): unknown {
  const { syscall, code, errcode = 0 } = error as NodeJS.ErrnoException & { readonly errcode?: number };
  if (syscall) return new StoreUnavailable(`the backup cannot be written (${code})`);
  if ([FULL, WRITE_FAILED].includes(errcode)) return new StoreUnavailable('there is no room for the backup');
  return asStoreError(error);
}

/** SQLite's codes. Of the file of leads, only what it has is read. */
const [FULL, WRITE_FAILED] = [13, 778];
