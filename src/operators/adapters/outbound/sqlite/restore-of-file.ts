import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  linkSync,
  renameSync,
  type Stats,
  statSync,
} from 'node:fs';
import { NotCopied } from '#operators/application/not-copied.ts';
import type { SinceBackup, StoreRestore } from '#operators/application/ports/outbound/store-restore.ts';
import { Database } from '../../../../adapters/outbound/sqlite/connection/database.ts';
import { asStoreError, isBusy } from '../../../../adapters/outbound/sqlite/connection/store-errors.ts';
import { aloneRestoring } from './alone-restoring.ts';
import { asForbidden } from './forbidden-place.ts';
import { patiently } from './patiently.ts';
import { holdersOf } from './remains/readers-of-file.ts';
import { lacksTable } from './schema-of-file.ts';
import { sinceBackup } from './since-backup.ts';
import { copyWhole } from './whole-copy.ts';
import { WorkingFile } from './working-file.ts';

/**
 * Makes the restore of a data file. It loses nothing of the earlier file, and leaves no old log beside the backup,
 * which that would spoil. Killed at any step, it leaves the earlier file or the restored one.
 */
export const restoreOfFile =
  (path: string): StoreRestore =>
  async (backup, progress) => {
    requireOther(path, backup);
    try {
      return await aloneRestoring(path, () => restore(path, backup, progress));
    } catch (error) {
      const { syscall, code } = error as NodeJS.ErrnoException;
      const why = code === 'EBUSY' ? 'the file is mounted alone: mount the folder that it is in' : code;
      if (syscall) throw new NotCopied(`The backup cannot be put in place (${why}).`);
      throw asStoreError(error);
    }
  };

async function restore(path: string, backup: string, progress: Parameters<StoreRestore>[1]) {
  const old = statSync(path, { throwIfNoEntry: false });
  const held = await holdAlone(path);
  let working: WorkingFile | undefined;
  try {
    working = new WorkingFile(path);
    const leads = await copyWhole(backup, working.path, (looked, of) =>
      progress({ step: 'pages', looked, of }),
    );
    endSessions(working.path);
    if (old && process.getuid?.() === 0) chownSync(working.path, old.uid, old.gid);
    const since = held && sinceIn(held, working.path);
    const before = old && keepAside(path);
    moveLogAside(path, before ?? freeName(path));
    if (before) working.replace();
    else working.finish(); // a process may have made a file meanwhile
    return { leads, madeByBackup: !isInLogMode(backup), before, since };
  } catch (error) {
    working?.remove();
    throw error;
  } finally {
    held?.close();
  }
}

function requireOther(path: string, backup: string): void {
  const found = lookedAt(backup);
  if (!found) throw new NotCopied(`There is no file ${backup}.`);
  const present = statSync(path, { throwIfNoEntry: false });
  if (present && present.ino === found.ino && present.dev === found.dev)
    throw new NotCopied(`${backup} is the file of leads itself.`);
}

/** What there is by a path, which this user may read. Throws NotCopied if it may not. */
function lookedAt(backup: string): Stats | undefined {
  try {
    const found = statSync(backup, { throwIfNoEntry: false });
    if (found) accessSync(backup, constants.R_OK);
    return found;
  } catch (error) {
    throw asForbidden(error, backup);
  }
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
 * Opens the file for this process alone, with its log written back: until it is closed, no other process can use it.
 * Resolves to `undefined` if there is no file, or a damaged one, which is left as it is with its log. A process that is
 * ending has a moment to close the file. Throws NotCopied if one has it open: it would go on writing to the one put
 * aside.
 */
async function holdAlone(path: string): Promise<Database | undefined> {
  if (!existsSync(path)) return undefined;
  let held: Database | undefined;
  let holders: readonly string[] = [];
  const isFree = await patiently(async () => {
    held ??= isReadable(path) ? openAlone(path) : undefined; // throws while it is in use
    holders = holdersOf(path);
    return holders.length === 0;
  });
  if (isFree) return held;
  held?.close();
  holders = holdersOf(path);
  throw new NotCopied(
    `A process has the file of leads open${holders.length > 0 ? ` (${holders.join(', ')})` : ''}: stop all, Litestream too, and run it again.`,
  );
}

/** Whether the file can be read, if it is not in use. */
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

/** Writes the log back, removes it, and keeps the file locked. Throws SQLite's busy error while others have it open. */
function openAlone(path: string): Database | undefined {
  const db = new Database(path, 'rw');
  try {
    db.execute('PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
    return db;
  } catch (error) {
    db.close();
    if (isBusy(error)) throw error;
    return undefined; // damaged
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

function sinceIn(held: Database, backup: string): SinceBackup | undefined {
  try {
    return sinceBackup(held, backup);
  } catch {
    return undefined; // the file is damaged
  }
}

/** Gives a file a second name, with the time, and returns that. Where the file system has no links, moves it there. */
function keepAside(path: string): string {
  const away = freeName(path);
  try {
    linkSync(path, away);
  } catch {
    renameSync(path, away);
  }
  return away;
}

/** Moves what lies beside a file to its new name: beside another file, SQLite would take it for that one's. */
function moveLogAside(path: string, away: string): void {
  for (const end of ['-shm', '-wal', '-journal'])
    if (existsSync(`${path}${end}`)) renameSync(`${path}${end}`, `${away}${end}`);
}

/** A name with the time that no file has. */
function freeName(path: string): string {
  const name = `${path}.before-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (!['', '-wal', '-journal'].some((end) => existsSync(`${free}${end}`))) return free;
  }
}
