import type { AuditEnd, AuditEntry, AuditLog, AuditQuery, RecordedEntry } from 'partner-lead-service';
import type { Database } from './database.ts';
import { plain } from './records.ts';

/** What operators did, in PostgreSQL. */
export class PostgresAuditLog implements AuditLog {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async begin(entries: readonly AuditEntry[]): Promise<void> {
    await this.#database.transaction((client) =>
      client.query(
        `INSERT INTO audit (id, at, acted_on, content)
         SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::json[])`,
        [
          entries.map(({ id }) => id),
          entries.map(({ at }) => at),
          entries.map(({ on }) => plain(on)),
          entries.map((entry) => JSON.stringify(entry)),
        ],
      ),
    );
  }

  entries({ since, until, after, on, byId, action, limit }: AuditQuery): Promise<readonly RecordedEntry[]> {
    return this.#database.transaction(async (client) => {
      const { rows } = await client.query(
        `SELECT at, content, ended FROM audit
         WHERE ($1::timestamptz IS NULL OR at < $1) AND ($2::text IS NULL OR acted_on = $2)
           AND ($4::timestamptz IS NULL OR at >= $4) AND ($5::text IS NULL OR content->>'byId' = $5)
           AND ($6::text IS NULL OR content->>'action' = $6)
           AND ($7::timestamptz IS NULL OR (at, id) < ($7, $8))
         ORDER BY at DESC, id DESC LIMIT $3`,
        [until, on === undefined ? undefined : plain(on), limit, since, byId, action, after?.at, after?.id],
      );
      return rows.map(({ at, content, ended }) => ({ ...content, at, ...ended }));
    });
  }

  async end(entryIds: readonly string[], end: AuditEnd): Promise<void> {
    await this.#database.transaction((client) =>
      client.query('UPDATE audit SET ended = $2 WHERE id = ANY($1)', [entryIds, JSON.stringify(end)]),
    );
  }
}
