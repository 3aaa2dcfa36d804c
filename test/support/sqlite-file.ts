import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataFile } from '../../src/adapters/outbound/sqlite/connection/data-file.ts';
import { fileOfLeads } from '../../src/adapters/outbound/sqlite/file-of-leads.ts';

/** A new file of leads in a folder of its own. */
export function freshFile() {
  const folder = mkdtempSync(join(tmpdir(), 'leads-'));
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
