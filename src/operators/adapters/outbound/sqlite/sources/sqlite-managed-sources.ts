import type {
  CameQuery,
  CameWithLead,
  HeldCount,
  HeldQuery,
  HeldSummary,
  ManagedSources,
} from '#operators/application/ports/outbound/managed-sources.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import { list } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import { recordFrom, recordsWith } from '../../../../../adapters/outbound/sqlite/record-table.ts';
import {
  APART,
  heldLeads,
  removeHeld,
  sources,
} from '../../../../../adapters/outbound/sqlite/source-rows.ts';
import type { IdentityKey } from '../../../../../domain/contact.ts';
import type { AsItCame } from '../../../../../domain/sources/as-it-came.ts';
import type { HeldLead } from '../../../../../domain/sources/held-lead.ts';
import type { Apart } from '../../../../../domain/sources/source-lead.ts';
import { SourcesInRecords } from '../../records/sources-in-records.ts';
import { owe } from '../remains/owed-rows.ts';
import { condition, joined } from '../tables/condition.ts';
import { SqliteRecords } from '../tables/records.ts';
import { type AsItCameRow, asItCameFrom, removeCame } from './as-it-came-rows.ts';

/** The ids of held leads with one of the identities that a parameter lists. */
const withIdentity = 'held_id FROM held_identities WHERE identity IN (SELECT value FROM json_each(?))';

/** The sources and their held leads in the file, as operators manage them. */
export class SqliteManagedSources extends SourcesInRecords implements ManagedSources {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    super(new SqliteRecords(file, sources));
    this.#file = file;
  }

  held({ since, sourceId, apart, after, identities, limit }: HeldQuery): Promise<readonly HeldSummary[]> {
    const wanted = [
      condition('at >= ?', since.getTime()),
      sourceId === undefined ? undefined : condition('source_id = ?', sourceId),
      apart === undefined ? undefined : condition(`${APART} = ?`, apart || ''),
      after && condition('(at, id) > (?, ?)', after.at.getTime(), after.id),
      identities && condition(`id IN (SELECT ${withIdentity})`, list(identities)),
    ];
    const { sql, values } = joined(wanted, 'AND');
    return this.#file.list(
      `SELECT json_remove(held, '$.text', '$.readable', '$.identities') AS held FROM held
        WHERE ${sql} ORDER BY at, id LIMIT ?`,
      [...values, limit],
      recordFrom(heldLeads),
    );
  }

  countHeld(since: Date): Promise<readonly HeldCount[]> {
    const sql = `SELECT source_id, ${APART} AS apart, count(*) AS count FROM held
      WHERE +at >= ? GROUP BY 1, 2`;
    return this.#file.read((db) =>
      db
        .all<{ source_id: string; apart: Apart | ''; count: number }>(sql, [since.getTime()])
        .map(({ source_id, apart, count }) => ({
          sourceId: source_id,
          apart: apart || (false as const),
          count,
        })),
    );
  }

  heldLead(id: string): Promise<HeldLead | undefined> {
    return this.#file.read((db) => recordsWith(db, heldLeads, 'id = ?', [id])[0]);
  }

  release(id: string): Promise<boolean> {
    return this.#file.write((db) => removeHeld(db, id));
  }

  forgetHeld(identities: readonly IdentityKey[], at: Date): Promise<number> {
    return this.#file.write((db) => {
      const ids = db.all<{ held_id: string }>(`SELECT DISTINCT ${withIdentity}`, [list(identities)]);
      const { length } = ids.filter(({ held_id }) => removeHeld(db, held_id));
      if (length > 0) owe(db, at);
      return length;
    });
  }

  async asItCame(leadId: string): Promise<AsItCame | undefined> {
    const row = await this.#file.read((db) =>
      db.one<AsItCameRow>('SELECT * FROM as_it_came WHERE id = ?', [leadId]),
    );
    if (!row) return undefined;
    const { id: _, ...came } = asItCameFrom(row);
    return came;
  }

  allAsItCame({ sourceId, since, after, limit }: CameQuery): Promise<readonly CameWithLead[]> {
    const sql = `SELECT * FROM as_it_came WHERE (at, id) > (?, ?) AND at >= ? AND source_id = ? ORDER BY at, id LIMIT ?`;
    const { at, id } = after ?? { at: since, id: '' };
    return this.#file.list(sql, [at.getTime(), id, since.getTime(), sourceId, limit], asItCameFrom);
  }

  removeCame(before: Date): Promise<number> {
    return removeCame(this.#file, before);
  }
}
