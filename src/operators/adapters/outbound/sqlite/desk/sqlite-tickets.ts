import type { Ticket, Tickets } from '#operators/application/ports/outbound/tickets.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { Database } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import type { Clock } from '../../../../../application/ports/outbound/runtime.ts';
import { fromText, toText } from '../tables/as-text.ts';

export const ticketTables = `
  CREATE TABLE tickets (
    digest TEXT PRIMARY KEY,
    ticket TEXT NOT NULL,
    kind TEXT NOT NULL,
    holder TEXT,
    expires INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX tickets_holder ON tickets (holder);
  CREATE INDEX tickets_expires ON tickets (expires);
`;

/** Tickets in the file. Expired ones are removed when another is kept. */
export class SqliteTickets implements Tickets {
  readonly #file: DataFile;
  readonly #clock: Clock;

  constructor(file: DataFile, clock: Clock = () => new Date()) {
    this.#file = file;
    this.#clock = clock;
  }

  keep(ticket: Ticket): Promise<void> {
    return this.#file.write((db) => {
      const { digest, kind, holder = null, expires } = ticket;
      db.run('DELETE FROM tickets WHERE expires < ?', [this.#clock().getTime()]);
      db.run(
        'INSERT OR REPLACE INTO tickets (digest, ticket, kind, holder, expires) VALUES (?, ?, ?, ?, ?)',
        [digest, toText(ticket), kind, holder, expires.getTime()],
      );
    });
  }

  find(digest: string): Promise<Ticket | undefined> {
    return this.#file.read((db) => find(db, digest));
  }

  take(digest: string): Promise<Ticket | undefined> {
    return this.#file.write((db) => {
      const ticket = find(db, digest);
      db.run('DELETE FROM tickets WHERE digest = ?', [digest]);
      return ticket;
    });
  }

  sessions(): Promise<readonly Ticket[]> {
    return this.#file.read((db) =>
      db.all<TicketRow>(`SELECT ticket FROM tickets WHERE kind = 'session'`).map(ticketFrom),
    );
  }

  takeAllOf(holder: string, kind: Ticket['kind'] | null = null): Promise<number> {
    const sql = 'DELETE FROM tickets WHERE holder = ? AND kind = coalesce(?, kind)';
    return this.#file.write((db) => db.run(sql, [holder, kind]));
  }
}

interface TicketRow {
  readonly ticket: string;
}

const ticketFrom = ({ ticket }: TicketRow): Ticket => fromText(ticket);

function find(db: Database, digest: string): Ticket | undefined {
  const row = db.one<TicketRow>('SELECT ticket FROM tickets WHERE digest = ?', [digest]);
  return row && ticketFrom(row);
}
