import type { Lease, Leases } from 'partner-lead-service';
import type { Database } from './database.ts';
import { plain } from './records.ts';

/** What is being done by whom, in PostgreSQL. */
export class PostgresLeases implements Leases {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  take(lease: Lease, now: Date): Promise<Lease> {
    return this.#database.transaction(async (client) => {
      const { work, holder, by, since, ends } = lease;
      await client.query(
        `INSERT INTO leases AS kept (work, holder, by, since, ends) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (work) DO UPDATE SET holder = $2, by = $3, since = $4, ends = $5
         WHERE kept.ends <= $6 OR kept.holder = $2`,
        [plain(work), plain(holder), by, since, ends, now],
      );
      const { rows } = await client.query('SELECT holder, by, since, ends FROM leases WHERE work = $1', [
        plain(work),
      ]);
      return rows[0].holder === plain(holder) ? lease : { work, ...rows[0] };
    });
  }

  async end(work: string, holder: string): Promise<void> {
    await this.#database.transaction((client) =>
      client.query('DELETE FROM leases WHERE work = $1 AND holder = $2', [plain(work), plain(holder)]),
    );
  }
}
