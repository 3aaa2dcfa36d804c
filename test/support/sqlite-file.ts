import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataFile } from '../../src/adapters/outbound/sqlite/connection/data-file.ts';
import { fileOfLeads } from '../../src/adapters/outbound/sqlite/file-of-leads.ts';

/** In memory where there is such a disk: thousands of commits need not wait for one that keeps them. */
const disk = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A new file of leads in a folder of its own. */
export function freshFile() {
  const folder = mkdtempSync(join(disk, 'leads-'));
  const path = join(folder, 'leads.db');
  const opened: DataFile[] = [];
  const open = () => {
    const file = fileOfLeads(path);
    opened.push(file);
    return file;
  };
  return {
    path,
    file: open(),
    /** As another process would open it. */
    open,
    /** Takes the file away; resolves to a function that gives it back. */
    async breakDown() {
      renameSync(path, `${path}.away`);
      return async () => renameSync(`${path}.away`, path);
    },
    async close() {
      for (const each of opened) await each.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** One file for many tests, one after the other, opened twice: to open one takes more than what most of them do. */
export function sharedFile() {
  const fresh = freshFile();
  return {
    ...fresh,
    other: fresh.open(),
    /** Takes everything out of it. */
    async clear() {
      await fresh.file.write((db) => {
        for (const { name } of db.all<{ name: string }>(
          `SELECT name FROM sqlite_schema WHERE type = 'trigger'`,
        ))
          db.execute(`DROP TRIGGER ${name}`);
        for (const { name } of db.all<{ name: string }>(tables)) db.execute(`DELETE FROM ${name}`);
      });
    },
  };
}

const tables = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'file'`;
