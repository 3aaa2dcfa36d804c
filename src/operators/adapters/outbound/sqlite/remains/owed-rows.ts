import type { Database } from '../../../../../adapters/outbound/sqlite/connection/database.ts';

/**
 * Tables of erasures whose bytes are still in the file or its log, and of the last VACUUM. `owed`: a row for each
 * such erasure. `through`: the last of these rows from before the VACUUM, if its log is still there. `log`: how many
 * frames the log then had. `dirty`: how many of the log's first frames may have erased bytes.
 */
export const remainsTables = `
  CREATE TABLE IF NOT EXISTS owed (number INTEGER PRIMARY KEY, since INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS vacuumed (
    id INTEGER PRIMARY KEY,
    through INTEGER NOT NULL,
    log INTEGER NOT NULL,
    dirty INTEGER NOT NULL,
    pages INTEGER NOT NULL,
    milliseconds INTEGER NOT NULL
  ) STRICT;
`;

/** Records that an erasure's bytes are still in the file, in the erasure's own unit of work. */
export const owe = (db: Database, at: Date): void =>
  void db.run('INSERT INTO owed (since) VALUES (?)', [at.getTime()]);

/** The erasures whose bytes may still be in the file. */
interface Owed {
  readonly last: number;
  readonly since: Date;
}

export function owedIn(db: Database): Owed | undefined {
  const row = db.one<{ last: number | null; since: number }>(
    'SELECT max(number) AS last, min(since) AS since FROM owed',
  );
  return row?.last ? { last: row.last, since: new Date(row.since) } : undefined;
}

/** The last VACUUM of the file. */
export interface Vacuumed {
  readonly through: number;
  readonly log: number;
  readonly dirty: number;
  /** How many pages the VACUUM wrote, and how long it took. */
  readonly pages: number;
  readonly milliseconds: number;
}

export const vacuumedIn = (db: Database): Vacuumed | undefined =>
  db.one<Vacuumed>('SELECT through, log, dirty, pages, milliseconds FROM vacuumed');

/** Keeps the record of a VACUUM, unless one that began later is stored. */
export function keepVacuumed(db: Database, done: Vacuumed): void {
  if ((vacuumedIn(db)?.through ?? 0) > done.through) return;
  db.run(
    `INSERT OR REPLACE INTO vacuumed (id, through, log, dirty, pages, milliseconds)
     VALUES (1, :through, :log, :dirty, :pages, :milliseconds)`,
    { ...done },
  );
}

/** Removes the rows of erasures up to this one: their bytes are gone. */
export function settle(db: Database, through: number): void {
  db.run('DELETE FROM owed WHERE number <= ?', [through]);
  db.run('UPDATE vacuumed SET through = 0 WHERE through <= ?', [through]);
}
