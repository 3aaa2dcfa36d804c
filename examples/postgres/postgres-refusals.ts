import type { RefusalCount, Refusals } from 'partner-lead-service';
import type { Database } from './database.ts';
import { plain, unplain } from './records.ts';

/** How many requests were refused, in PostgreSQL. */
export class PostgresRefusals implements Refusals {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(counts: readonly RefusalCount[]): Promise<void> {
    await this.#database.transaction((client) =>
      client.query(
        `INSERT INTO refusals AS kept (day, vendor, reason, count)
         SELECT day, vendor, reason, sum(count)
         FROM unnest($1::text[], $2::text[], $3::text[], $4::int[]) AS given (day, vendor, reason, count)
         GROUP BY day, vendor, reason
         ON CONFLICT (day, vendor, reason) DO UPDATE SET count = kept.count + excluded.count`,
        [
          counts.map(({ day }) => day),
          counts.map(({ vendorId }) => plain(vendorId)),
          counts.map(({ reason }) => reason),
          counts.map(({ count }) => count),
        ],
      ),
    );
  }

  since(day: string): Promise<readonly RefusalCount[]> {
    return this.#database.transaction(async (client) => {
      const { rows } = await client.query('SELECT day, vendor, reason, count FROM refusals WHERE day >= $1', [
        day,
      ]);
      return rows.map(({ vendor, ...counted }) => ({ vendorId: unplain(vendor), ...counted }));
    });
  }
}
