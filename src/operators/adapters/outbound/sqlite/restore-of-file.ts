import { chownSync, existsSync, renameSync, statSync } from 'node:fs';
import { Database } from '../../../../adapters/outbound/sqlite/connection/database.ts';
import { asStoreError, isBusy } from '../../../../adapters/outbound/sqlite/connection/store-errors.ts';
import { NotCopied } from '../../../application/not-copied.ts';
import type { SinceBackup, StoreRestore } from '../../../application/ports/outbound/store-restore.ts';
import { patiently } from './patiently.ts';
import { holdersOf } from './remains/readers-of-file.ts';
import { lacksTable } from './schema-of-file.ts';
import { sinceBackup } from './since-backup.ts';
import { copyWhole } from './whole-copy.ts';
import { WorkingFile } from './working-file.ts';

/**
 * Makes the restore of a data file. It loses nothing of the earlier file, and leaves no old log beside the backup,
 * which that would spoil.
 */
export const restoreOfFile =
  (path: string): StoreRestore =>
  async (backup, progress) => {
    requireOther(path, backup);
    const old = statSync(path, { throwIfNoEntry: false });
    await requireNobody(path);
    let working: WorkingFile | undefined;
    try {
      working = new WorkingFile(path);
      const leads = await copyWhole(backup, working.path, (looked, of) =>
        progress({ step: 'pages', looked, of }),
      );
      endSessions(working.path);
      if (old && process.getuid?.() === 0) chownSync(working.path, old.uid, old.gid);
      const since = old && sinceIn(path, working.path);
      const before = old && putAway(path);
      working.finish();
      return { leads, madeByBackup: !isInLogMode(backup), before, since };
    } catch (error) {
      working?.remove();
      const { syscall, code } = error as NodeJS.ErrnoException;
      const why = code === 'EBUSY' ? 'the file is mounted alone: mount the folder that it is in' : code;
      if (syscall) throw new NotCopied(`The backup cannot be put in place (${why}).`);
      throw asStoreError(error);
    }
  };

function requireOther(path: string, backup: string): void {
  const found = statSync(backup, { throwIfNoEntry: false });
  if (!found) throw new NotCopied(`There is no file ${backup}.`);
  const present = statSync(path, { throwIfNoEntry: false });
  if (present && present.ino === found.ino && present.dev === found.dev)
    throw new NotCopied(`${backup} is the file of leads itself.`);
}

/** Whether a file is kept with a log beside it, as a copy of a file in use is, and no backup. */
function isInLogMode(path: string): boolean {
  const db = new Database(path, 'ro');
  try {
    return db.one<{ journal_mode: string }>('PRAGMA journal_mode')?.journal_mode === 'wal';
  } finally {
    db.close();
  }
}

/**
 * Throws NotCopied if a process has the file open: it would go on writing to the one moved away. A process that is
 * ending has a moment to close it. Writes the log back.
 */
async function requireNobody(path: string): Promise<void> {
  let holders: readonly string[] | undefined;
  const isFree = await patiently(async () => {
    holders = holdersNow(path);
    return holders === undefined;
  });
  if (!isFree)
    throw new NotCopied(
      `A process has the file of leads open${holders?.length ? ` (${holders.join(', ')})` : ''}: stop all, Litestream too, and run it again.`,
    );
}

/** The programs that have the file open, as far as the system tells; `undefined` if there is none. */
function holdersNow(path: string): readonly string[] | undefined {
  if (!existsSync(path)) return undefined;
  const mode = isReadable(path) ? modeAlone(path) : undefined;
  const holders = holdersOf(path);
  return mode === 'wal' || holders.length > 0 ? holders : undefined;
}

/** Whether the file can be read. A damaged one is left as it is with its log, which SQLite would remove. */
function isReadable(path: string): boolean {
  try {
    const db = new Database(path, 'ro');
    try {
      return db.one('SELECT 1 FROM sqlite_schema') !== undefined;
    } finally {
      db.close();
    }
  } catch (error) {
    return isBusy(error);
  }
}

/** Writes the log back and removes it. Returns the journal mode: `delete`, unless others have the file open. */
function modeAlone(path: string): string | undefined {
  const db = new Database(path, 'rw');
  try {
    return db.one<{ journal_mode: string }>('PRAGMA journal_mode = DELETE')?.journal_mode;
  } catch (error) {
    return isBusy(error) ? 'wal' : undefined;
  } finally {
    db.close();
  }
}

/** Ends all sessions in a restored file, and forgets devices: they may have been ended since the backup. */
function endSessions(path: string): void {
  const db = new Database(path, 'rw');
  try {
    db.execute('DELETE FROM tickets');
    if (!lacksTable(db)) db.execute('DELETE FROM subscriptions'); // of an earlier release, it has none
  } finally {
    db.close();
  }
}

function sinceIn(path: string, backup: string): SinceBackup | undefined {
  try {
    const db = new Database(path, 'ro');
    try {
      return sinceBackup(db, backup);
    } finally {
      db.close();
    }
  } catch {
    return undefined; // the file is damaged
  }
}

/** Moves a file to a name with the time, and returns that name. */
function putAway(path: string): string {
  const away = `${path}.before-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
  for (const end of ['-shm', '-wal', ''])
    if (existsSync(`${path}${end}`)) renameSync(`${path}${end}`, `${away}${end}`);
  return away;
}
