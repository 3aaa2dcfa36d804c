import type { AuditEntry, AuditLog, AuditOutcome } from 'partner-lead-service';
import type { Database } from './database.ts';

/** What operators did, in PostgreSQL. */
export class PostgresAuditLog implements AuditLog {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async begin(entry: AuditEntry): Promise<void> {
    await this.#database.transaction((client) =>
      client.query('INSERT INTO audit (id, content) VALUES ($1, $2)', [entry.id, JSON.stringify(entry)]),
    );
  }

  async end(entryId: string, outcome: AuditOutcome): Promise<void> {
    await this.#database.transaction((client) =>
      client.query('UPDATE audit SET outcome = $2 WHERE id = $1', [entryId, outcome]),
    );
  }
}
