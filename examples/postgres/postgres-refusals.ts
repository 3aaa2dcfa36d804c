import {
  REFUSED_REQUESTS_KEPT,
  type Refusals,
  type RefusedRequest,
  type VendorsRequest,
} from 'partner-lead-service';
import type { Database } from './database.ts';
import { plain, unplain } from './records.ts';

/** The last requests that were refused, in PostgreSQL. */
export class PostgresRefusals implements Refusals {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(requests: readonly VendorsRequest[]): Promise<void> {
    await this.#database.transaction(async (client) => {
      await client.query(
        `INSERT INTO refused_requests (vendor, at, external_id, content)
         SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::json[])`,
        [
          requests.map(({ vendorId }) => plain(vendorId)),
          requests.map(({ at }) => at),
          requests.map(({ externalId }) => (externalId === undefined ? null : plain(externalId))),
          requests.map(({ vendorId: _, at: __, externalId: ___, ...content }) => JSON.stringify(content)),
        ],
      );
      await client.query(
        `DELETE FROM refused_requests WHERE place IN (
           SELECT place FROM (
             SELECT place, row_number() OVER (PARTITION BY vendor ORDER BY at DESC, place DESC) AS nth
             FROM refused_requests WHERE vendor = ANY($1)
           ) AS ordered WHERE nth > $2)`,
        [[...new Set(requests.map(({ vendorId }) => plain(vendorId)))], REFUSED_REQUESTS_KEPT],
      );
    });
  }

  requests(vendorId: string): Promise<readonly RefusedRequest[]> {
    return this.#database.transaction(async (client) => {
      const { rows } = await client.query(
        'SELECT at, external_id, content FROM refused_requests WHERE vendor = $1 ORDER BY at DESC, place DESC LIMIT $2',
        [plain(vendorId), REFUSED_REQUESTS_KEPT],
      );
      return rows.map(requestFrom);
    });
  }

  latest(): Promise<readonly VendorsRequest[]> {
    return this.#database.transaction(async (client) => {
      const { rows } = await client.query(
        `SELECT DISTINCT ON (vendor) vendor, at, external_id, content
         FROM refused_requests ORDER BY vendor, at DESC, place DESC`,
      );
      return rows.map((row) => ({ vendorId: unplain(row.vendor), ...requestFrom(row) }));
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

interface Row {
  readonly at: Date;
  readonly external_id: string | null;
  readonly content: Omit<RefusedRequest, 'at' | 'externalId'>;
}

const requestFrom = ({ at, external_id, content }: Row): RefusedRequest => ({
  ...content,
  at,
  externalId: external_id === null ? undefined : unplain(external_id),
});
