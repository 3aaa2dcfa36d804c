import type { CameWithLead } from '#operators/application/ports/outbound/managed-sources.ts';
import type { Shelf } from '#operators/application/ports/outbound/shelves.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { Database } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import { owe } from '../remains/owed-rows.ts';
import { tableShelf } from '../tables/table-shelf.ts';

/**
 * What sources sent, apart from the leads, so that lists do not read it. SQLite's triggers remove it with the customer
 * or the lead, also if an earlier release erases them.
 */
export const asItCameTables = `
  CREATE TABLE as_it_came (
    id TEXT PRIMARY KEY, -- the lead's
    source_id TEXT NOT NULL, at INTEGER NOT NULL, text TEXT NOT NULL, cut INTEGER NOT NULL, declared TEXT
  ) STRICT;
  CREATE INDEX as_it_came_at ON as_it_came (at, id, source_id);
  CREATE TRIGGER as_it_came_erased AFTER UPDATE OF erased ON deals WHEN new.erased = 1 BEGIN
    DELETE FROM as_it_came WHERE id = new.id;
  END;
  CREATE TRIGGER as_it_came_removed AFTER DELETE ON deals BEGIN
    DELETE FROM as_it_came WHERE id = old.id;
  END;
`;

export interface AsItCameRow {
  readonly id: string;
  readonly source_id: string;
  readonly at: number;
  readonly text: string;
  readonly cut: number;
  readonly declared: string | null;
}

export const asItCameFrom = ({ id, source_id, at, text, cut, declared }: AsItCameRow): CameWithLead => ({
  id,
  sourceId: source_id,
  at: new Date(at),
  text,
  ...(cut === 1 && { cut: true }),
  ...(declared !== null && { declared }),
});

/** Keeps what a source sent beside a lead, in place of what was kept before. */
export function putAsItCame(db: Database, { id, sourceId, at, text, cut, declared }: CameWithLead): void {
  db.run(
    'INSERT OR REPLACE INTO as_it_came (id, source_id, at, text, cut, declared) VALUES (?, ?, ?, ?, ?, ?)',
    [id, sourceId, at.getTime(), text, cut ? 1 : 0, declared ?? null],
  );
}

/** Removes what came with a lead, in case another program took the triggers away. */
export const forgetCame = (db: Database, leadId: string): number =>
  db.run('DELETE FROM as_it_came WHERE id = ?', [leadId]);

/** Removes what the triggers would have removed, had they been there. */
export function forgetOrphans(db: Database): void {
  const removed = db.run('DELETE FROM as_it_came WHERE id NOT IN (SELECT id FROM deals WHERE erased = 0)');
  if (removed > 0) owe(db, new Date());
}

/** The most rows that one unit removes: others write in between. */
const AT_ONCE = 50;

/** Removes what came before this time. Resolves to how much. */
export async function removeCame(file: DataFile, before: Date): Promise<number> {
  let removed = 0;
  await file.writeInSteps((db) => {
    const some = db.run(
      'DELETE FROM as_it_came WHERE id IN (SELECT id FROM as_it_came WHERE at < ? ORDER BY at LIMIT ?)',
      [before.getTime(), AT_ONCE],
    );
    removed += some;
    return some === AT_ONCE ? 1 : undefined;
  });
  return removed;
}

export const asItCameShelf = (file: DataFile): Shelf<CameWithLead> =>
  tableShelf(file, { table: 'as_it_came', from: asItCameFrom, put: putAsItCame });
