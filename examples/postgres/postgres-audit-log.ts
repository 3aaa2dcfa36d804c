import type { AuditEntry, AuditLog, AuditOutcome, AuditQuery, RecordedEntry } from 'partner-lead-service';
import type { Database } from './database.ts';
import { plain } from './records.ts';

/** What operators did, in PostgreSQL. */
export class PostgresAuditLog implements AuditLog {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async begin(entry: AuditEntry): Promise<void> {
    await this.#database.transaction((client) =>
      client.query('INSERT INTO audit (id, at, acted_on, content) VALUES ($1, $2, $3, $4)', [
        entry.id,
        entry.at,
        plain(entry.on),
        JSON.stringify(entry),
      ]),
    );
  }

  entries({ until, on, limit }: AuditQuery): Promise<readonly RecordedEntry[]> {
    return this.#database.transaction(async (client) => {
      const { rows } = await client.query(
        `SELECT at, content, outcome FROM audit
         WHERE ($1::timestamptz IS NULL OR at < $1) AND ($2::text IS NULL OR acted_on = $2)
         ORDER BY at DESC, place DESC LIMIT $3`,
        [until, on === undefined ? undefined : plain(on), limit],
      );
      return rows.map(({ at, content, outcome }) => ({ ...content, at, ...(outcome && { outcome }) }));
    });
  }

  async end(entryId: string, outcome: AuditOutcome): Promise<void> {
    await this.#database.transaction((client) =>
      client.query('UPDATE audit SET outcome = $2 WHERE id = $1', [entryId, outcome]),
    );
  }
}
