import { Database } from '../../../../adapters/outbound/sqlite/connection/database.ts';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import { requireReadable } from './file-of-leads.ts';
import { owedIn, settle } from './remains/owed-rows.ts';

type Told = (pages: number, of: number) => void;

/**
 * Copies a data file, as it is at one moment, into an empty one, without bytes of erased customers. Resolves to the
 * number of leads. Throws SQLite's errors, and StoreUnavailable.
 */
export async function copyWhole(from: string, to: string, told: Told): Promise<number> {
  const source = new Database(from, 'ro');
  try {
    requireReadable(source);
    await source.copyTo(to, told);
  } finally {
    source.close();
  }
  const copy = new Database(to, 'rw');
  try {
    copy.execute('PRAGMA journal_mode = DELETE'); // leaves one file, without a log beside it
    requireWhole(copy);
    writeAgain(copy);
    return copy.one<{ leads: number }>('SELECT count(*) AS leads FROM deals')?.leads ?? 0;
  } finally {
    copy.close();
  }
}

/** Throws StoreUnavailable if SQLite finds the file damaged. */
export function requireWhole(db: Database): void {
  const { quick_check: found } = db.one<{ quick_check: string }>('PRAGMA quick_check(1)') ?? {};
  if (found !== 'ok') throw new StoreUnavailable('a part of the file is spoiled: use another backup');
}

function writeAgain(copy: Database): void {
  if (copy.one(`SELECT 1 FROM sqlite_schema WHERE name = 'owed'`) === undefined) return; // a file of 0.3.0
  const owed = owedIn(copy);
  if (!owed) return;
  copy.execute('VACUUM');
  settle(copy, owed.last);
}
