import type { Ticket, Tickets } from 'partner-lead-service';
import type { Database } from './database.ts';
import { plain, withTimes } from './records.ts';

/** What lets people in at the desk, in PostgreSQL. */
export class PostgresTickets implements Tickets {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Those that have expired go. */
  async keep(ticket: Ticket): Promise<void> {
    const { digest, kind, holder, expires } = ticket;
    await this.#database.transaction((client) =>
      client.query(
        `WITH expired AS (DELETE FROM tickets WHERE expires < now())
         INSERT INTO tickets (digest, kind, holder, expires, content) VALUES ($1, $2, $3, $4, $5)`,
        [digest, kind, holder && plain(holder), expires, JSON.stringify(ticket)],
      ),
    );
  }

  async find(digest: string): Promise<Ticket | undefined> {
    const [found] = await this.#tickets('SELECT content FROM tickets WHERE digest = $1', digest);
    return found;
  }

  async take(digest: string): Promise<Ticket | undefined> {
    const [taken] = await this.#tickets('DELETE FROM tickets WHERE digest = $1 RETURNING content', digest);
    return taken;
  }

  sessions(): Promise<readonly Ticket[]> {
    return this.#tickets('SELECT content FROM tickets WHERE kind = $1', 'session');
  }

  async takeAllOf(holder: string): Promise<number> {
    const taken = await this.#tickets(
      'DELETE FROM tickets WHERE holder = $1 RETURNING content',
      plain(holder),
    );
    return taken.length;
  }

  #tickets(sql: string, value: string): Promise<Ticket[]> {
    return this.#database.transaction(async (client) => {
      const { rows } = await client.query(sql, [value]);
      return rows.map(({ content }) => withTimes<Ticket>(content));
    });
  }
}
