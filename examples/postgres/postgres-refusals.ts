import {
  REFUSED_REQUESTS_KEPT,
  type RefusalCount,
  type Refusals,
  type RefusedRequest,
} from 'partner-lead-service';
import type { Client, Database } from './database.ts';
import { plain, unplain } from './records.ts';

/** How many requests were refused, and the last of them, in PostgreSQL. */
export class PostgresRefusals implements Refusals {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(counts: readonly RefusalCount[]): Promise<void> {
    await this.#database.transaction(async (client) => {
      await client.query(
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
      );
      await addRequests(client, counts);
    });
  }

  since(day: string): Promise<readonly RefusalCount[]> {
    return this.#database.transaction(async (client) => {
      const { rows } = await client.query('SELECT day, vendor, reason, count FROM refusals WHERE day >= $1', [
        day,
      ]);
      return rows.map(({ vendor, ...counted }) => ({ vendorId: unplain(vendor), ...counted }));
    });
  }

  requests(vendorId: string): Promise<readonly RefusedRequest[]> {
    return this.#database.transaction(async (client) => {
      const { rows } = await client.query(
        'SELECT at, external_id, content FROM refused_requests WHERE vendor = $1 ORDER BY at DESC, place DESC LIMIT $2',
        [plain(vendorId), REFUSED_REQUESTS_KEPT],
      );
      return rows.map(({ at, external_id, content }) => ({
        ...content,
        at,
        externalId: external_id === null ? undefined : unplain(external_id),
      }));
    });
  }

  async forget(vendorId: string, externalIds: readonly string[]): Promise<void> {
    await this.#database.transaction((client) =>
      client.query(
        'UPDATE refused_requests SET external_id = NULL WHERE vendor = $1 AND external_id = ANY($2)',
        [plain(vendorId), externalIds.map(plain)],
      ),
    );
  }
}

async function addRequests(client: Client, counts: readonly RefusalCount[]): Promise<void> {
  const added = counts.flatMap(({ vendorId, requests = [] }) =>
    requests.map((request) => ({ vendor: plain(vendorId), request })),
  );
  await client.query(
    `INSERT INTO refused_requests (vendor, at, external_id, content)
     SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::json[])`,
    [
      added.map(({ vendor }) => vendor),
      added.map(({ request }) => request.at),
      added.map(({ request }) => (request.externalId === undefined ? null : plain(request.externalId))),
      added.map(({ request: { at: _, externalId: __, ...content } }) => JSON.stringify(content)),
    ],
  );
  await client.query(
    `DELETE FROM refused_requests WHERE place IN (
       SELECT place FROM (
         SELECT place, row_number() OVER (PARTITION BY vendor ORDER BY at DESC, place DESC) AS nth
         FROM refused_requests WHERE vendor = ANY($1)
       ) AS ordered WHERE nth > $2)`,
    [[...new Set(added.map(({ vendor }) => vendor))], REFUSED_REQUESTS_KEPT],
  );
}
