import { DataFile } from '../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { Database } from '../../../../adapters/outbound/sqlite/connection/database.ts';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import { inOneWrite, lacksTable, makeLacking, tables } from './schema-of-file.ts';

/** The format of this release. Files of earlier releases are upgraded, those of later ones refused. */
const VERSION = 1;

/** SQLite's application id of these files: `lead`. */
const APPLICATION = 0x6c656164;

/** Opens the file in which leads are kept. `warn`: called with anything that an operator should know. */
export const fileOfLeads = (path: string, warn?: (message: string) => void): DataFile =>
  new DataFile(path, prepareTables, warn);

/** Makes missing tables. Throws StoreUnavailable for a file of another program, or of a later release. */
function prepareTables(db: Database): void {
  if (db.one('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined)
    inOneWrite(db, () => {
      if (db.one('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined)
        db.execute(`${tables} PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${VERSION};`);
    });
  requireReadable(db);
  if (lacksTable(db)) inOneWrite(db, () => makeLacking(db)); // of an earlier release
}

export function requireReadable(db: Database): void {
  const { application_id: application } = db.one<{ application_id: number }>('PRAGMA application_id') ?? {};
  if (application === 0 && db.one(`SELECT 1 FROM sqlite_schema WHERE name = 'deal_words'`))
    throw new StoreUnavailable(
      `the file was rebuilt, as by .dump, and lost its mark: run sqlite3 on it, with PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${VERSION};`,
    );
  if (application !== APPLICATION) throw new StoreUnavailable('the file is a database of another program');
  const { user_version: version = 0 } = db.one<{ user_version: number }>('PRAGMA user_version') ?? {};
  if (version > VERSION)
    throw new StoreUnavailable(
      `the file was written by a later release (format ${version}; this one knows ${VERSION}): start that one`,
    );
}
