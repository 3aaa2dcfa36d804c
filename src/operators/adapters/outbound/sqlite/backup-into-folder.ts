import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { NotCopied } from '#operators/application/not-copied.ts';
import type { BackupInto } from '#operators/application/ports/outbound/store-backup.ts';
import { Database } from '../../../../adapters/outbound/sqlite/connection/database.ts';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import { backupOfFile } from './backup-of-file.ts';
import { requireReadable } from './file-of-leads.ts';
import { asForbidden } from './forbidden-place.ts';
import { requireWhole } from './whole-copy.ts';

/** Makes backups of a data file in a folder. One that cannot be read back is removed, and all earlier ones stay. */
export const backupIntoFolder = (path: string): BackupInto => {
  const backUp = backupOfFile(path);
  return async (folder, { at, keptSince }, progress) => {
    if (!isFolder(folder)) throw new NotCopied(`There is no folder ${folder}.`);
    const file = join(folder, nameAt(at));
    const { leads } = await backUp(file, progress);
    requireReadBack(file);
    const last = nameAt(keptSince);
    const old = readdirSync(folder).filter((name) => NAME.test(name) && name < last);
    for (const name of old) rmSync(join(folder, name));
    return { file, leads, removed: old.length };
  };
};

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    throw asForbidden(error, path);
  }
}

const NAME = /^leads-\d{8}T\d{6}Z\.db$/;

/** The name of a backup: names sort by time. */
const nameAt = (at: Date): string => `leads-${at.toISOString().replace(/[-:]|\.\d+/g, '')}.db`;

function requireReadBack(file: string): void {
  try {
    const db = new Database(file, 'ro');
    try {
      requireReadable(db);
      requireWhole(db);
    } finally {
      db.close();
    }
  } catch {
    rmSync(file, { force: true });
    throw new StoreUnavailable('the backup cannot be read back, and earlier ones are kept');
  }
}
