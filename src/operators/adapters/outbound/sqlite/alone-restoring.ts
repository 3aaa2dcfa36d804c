import { chownSync, closeSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { NotCopied } from '#operators/application/not-copied.ts';
import { Database } from '../../../../adapters/outbound/sqlite/connection/database.ts';
import { restoringMark } from '../../../../adapters/outbound/sqlite/connection/place.ts';
import { isBusy } from '../../../../adapters/outbound/sqlite/connection/store-errors.ts';

/**
 * Runs a restore of a file while no other one runs, not even in another container. Throws NotCopied if one does. Its
 * mark is a file that SQLite locks: the system unlocks it when the process ends, however it ends.
 */
export async function aloneRestoring<T>(path: string, restore: () => Promise<T>): Promise<T> {
  const mark = restoringMark(path);
  const lock = locked(mark);
  try {
    return await restore();
  } finally {
    rmSync(mark, { force: true }); // while it is locked: whoever opened it meanwhile finds it gone
    lock.close();
  }
}

function locked(mark: string): Database {
  for (;;) {
    makeMark(mark);
    const made = inodeOf(mark);
    const lock = lockOn(mark);
    if (lock && made !== undefined && made === inodeOf(mark)) return lock;
    lock?.close(); // the restore before removed it
  }
}

/** Makes the file as its folder's owner's: what root leaves when it is killed must not be in that user's way. */
function makeMark(mark: string): void {
  closeSync(openSync(mark, 'a', 0o600));
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(mark));
  chownSync(mark, uid, gid);
}

/** Locks the file, which may be gone: then it returns `undefined`. */
function lockOn(mark: string): Database | undefined {
  let lock: Database | undefined;
  try {
    lock = new Database(mark, 'rw');
    lock.execute('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    if (isBusy(error)) throw new NotCopied('Another restore of this file is under way.');
    if (inodeOf(mark) === undefined) return undefined;
    throw error;
  }
}

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;
