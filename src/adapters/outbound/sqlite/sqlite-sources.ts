import type { Sources } from '../../../application/ports/outbound/sources.ts';
import {
  apartOf,
  type HeldLead,
  heldSince,
  roomFor,
  trappedSince,
} from '../../../domain/sources/held-lead.ts';
import type { Source } from '../../../domain/sources/source.ts';
import type { DataFile } from './connection/data-file.ts';
import { keepRecord, recordsWith } from './record-table.ts';
import { APART, heldLeads, removeHeld, sources } from './source-rows.ts';

/** The sources in the file, and their held leads. */
export class SqliteSources implements Sources {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    this.#file = file;
  }

  source(id: string): Promise<Source | undefined> {
    return this.#file.read((db) => recordsWith(db, sources, 'id = ?', [id])[0]);
  }

  markTested(id: string, tested: Date): Promise<void> {
    return this.#file.write((db) => {
      const [source] = recordsWith(db, sources, 'id = ?', [id]);
      if (source) keepRecord(db, sources, { ...source, tested });
    });
  }

  hold(held: HeldLead): Promise<'held' | 'held-before' | 'full'> {
    return this.#file.write((db) => {
      const apart = apartOf(held);
      const ended = [
        ...db.all<{ id: string }>('SELECT id FROM held WHERE at < ?', [heldSince(held.at).getTime()]),
        ...db.all<{ id: string }>(trappedBefore, [held.sourceId, trappedSince(held.at).getTime()]),
      ];
      for (const { id } of ended) removeHeld(db, id);
      if (db.one('SELECT 1 FROM held WHERE id = ?', [held.id])) return 'held-before';
      const tooMany = db.all<{ id: string }>(tooManyOf, [held.sourceId, apart || '', roomFor(held) - 1]);
      if (tooMany.length > 0 && !apart) return 'full';
      for (const { id } of tooMany) removeHeld(db, id);
      keepRecord(db, heldLeads, held);
      return 'held';
    });
  }
}

const trappedBefore = `SELECT id FROM held WHERE source_id = ? AND ${APART} = 'trapped' AND at < ?`;

/** What leaves no room, of what is held of a source, apart or not: the oldest. */
const tooManyOf = `
  SELECT id FROM held WHERE source_id = ? AND ${APART} = ? ORDER BY at DESC, id DESC LIMIT -1 OFFSET ?`;
