import type { Database } from '../../../../../adapters/outbound/sqlite/connection/database.ts';

/**
 * Of each erasure a row, until its bytes are gone from the file and its log; and how far that is. `through`: the last of these
 * rows that came before the last VACUUM, if its log is still there. `log`: how many frames that had then. `dirty`: how many
 * of them, from the first one on, may have bytes that are erased.
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

/** In the same unit of work as an erasure. */
export const owe = (db: Database, at: Date): void =>
  void db.run('INSERT INTO owed (since) VALUES (?)', [at.getTime()]);

/** What is owed. */
export interface Owed {
  readonly last: number;
  readonly since: Date;
}

export function owedIn(db: Database): Owed | undefined {
  const row = db.one<{ last: number | null; since: number }>(
    'SELECT max(number) AS last, min(since) AS since FROM owed',
  );
  return row?.last ? { last: row.last, since: new Date(row.since) } : undefined;
}

/** The last VACUUM. */
export interface Vacuumed {
  readonly through: number;
  readonly log: number;
  readonly dirty: number;
  /** What it wrote, and how long that took. */
  readonly pages: number;
  readonly milliseconds: number;
}

export const vacuumedIn = (db: Database): Vacuumed | undefined =>
  db.one<Vacuumed>('SELECT through, log, dirty, pages, milliseconds FROM vacuumed');

/** One that began later stands. */
export function keepVacuumed(db: Database, done: Vacuumed): void {
  if ((vacuumedIn(db)?.through ?? 0) > done.through) return;
  db.run(
    `INSERT OR REPLACE INTO vacuumed (id, through, log, dirty, pages, milliseconds)
     VALUES (1, :through, :log, :dirty, :pages, :milliseconds)`,
    { ...done },
  );
}

/** Nothing is owed any more of erasures up to this one. */
export function settle(db: Database, through: number): void {
  db.run('DELETE FROM owed WHERE number <= ?', [through]);
  db.run('UPDATE vacuumed SET through = 0 WHERE through <= ?', [through]);
}
