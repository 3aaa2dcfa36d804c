import { Database } from '../../../../adapters/outbound/sqlite/connection/database.ts';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import { requireReadable } from './file-of-leads.ts';
import { owedIn, settle } from './remains/owed-rows.ts';

type Told = (pages: number, of: number) => void;

/**
 * Copies a file of leads, as it is at one moment, into one that is there and empty: without what is left in it of erased
 * customers. Resolves to how many leads it has. Throws SQLite's errors, and StoreUnavailable.
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
    copy.execute('PRAGMA journal_mode = DELETE'); // one file, that needs none beside it
    requireWhole(copy);
    writeAgain(copy);
    return copy.one<{ leads: number }>('SELECT count(*) AS leads FROM deals')?.leads ?? 0;
  } finally {
    copy.close();
  }
}

/** Throws StoreUnavailable unless SQLite finds nothing wrong. */
export function requireWhole(db: Database): void {
  const { quick_check: found } = db.one<{ quick_check: string }>('PRAGMA quick_check(1)') ?? {};
  if (found !== 'ok') throw new StoreUnavailable('a part of the file is spoiled: use another backup');
}

function writeAgain(copy: Database): void {
  if (copy.one(`SELECT 1 FROM sqlite_schema WHERE name = 'owed'`) === undefined) return; // of 0.3.0
  const owed = owedIn(copy);
  if (!owed) return;
  copy.execute('VACUUM');
  settle(copy, owed.last);
}
