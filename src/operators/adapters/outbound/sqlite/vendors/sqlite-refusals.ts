import {
  latestRefused,
  REFUSED_REQUESTS_KEPT,
  REFUSED_REQUESTS_LAST_MS,
  type Refusals,
  type RefusedRequest,
  type VendorsRequest,
} from '#operators/application/ports/outbound/refusals.ts';
import type { Shelf, ShelvedRefusals } from '#operators/application/ports/outbound/shelves.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { Database } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import { fromText, toText } from '../tables/as-text.ts';
import { tableShelf } from '../tables/table-shelf.ts';

export const refusalTables = `
  CREATE TABLE refusals (
    number INTEGER PRIMARY KEY,
    vendor_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    request TEXT NOT NULL
  ) STRICT;
  CREATE INDEX refusals_vendor ON refusals (vendor_id, at);
`;

/** Refused requests in the file. */
export class SqliteRefusals implements Refusals {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    this.#file = file;
  }

  add(requests: readonly VendorsRequest[]): Promise<void> {
    return this.#file.write((db) => {
      for (const { vendorId, ...request } of requests) add(db, vendorId, request);
      for (const vendorId of new Set(requests.map((each) => each.vendorId))) db.run(removeOld, [vendorId]);
    });
  }

  requests(vendorId: string): Promise<readonly RefusedRequest[]> {
    return this.#file.read((db) =>
      db
        .all<RequestRow>('SELECT request FROM refusals WHERE vendor_id = ? ORDER BY at DESC, number DESC', [
          vendorId,
        ])
        .map(({ request }) => fromText<RefusedRequest>(request)),
    );
  }

  latest(): Promise<readonly VendorsRequest[]> {
    return this.#file.read((db) =>
      db
        .all<RequestRow & { vendor_id: string; at: number }>(
          'SELECT vendor_id, request, max(at) AS at FROM refusals GROUP BY vendor_id',
        )
        .map(({ vendor_id: vendorId, request }) => ({ vendorId, ...fromText<RefusedRequest>(request) })),
    );
  }

  forget(vendorId: string, externalIds: readonly string[]): Promise<void> {
    return this.#file.write((db) => {
      for (const externalId of externalIds) db.run(removeExternalId, [vendorId, externalId]);
    });
  }
}

const removeOld = `
  DELETE FROM refusals WHERE number IN (
    SELECT number FROM refusals WHERE vendor_id = ? ORDER BY at DESC, number DESC LIMIT -1 OFFSET ${REFUSED_REQUESTS_KEPT}
  )`;

const removeExternalId = `
  UPDATE refusals SET request = json_remove(request, '$.externalId')
  WHERE vendor_id = ? AND request ->> '$.externalId' = ?`;

function add(db: Database, vendorId: string, request: RefusedRequest): void {
  const values = [vendorId, request.at.getTime(), toText(request)];
  db.run('INSERT INTO refusals (vendor_id, at, request) VALUES (?, ?, ?)', values);
}

const byVendor = `(
  SELECT vendor_id, json_group_array(json(request)) AS requests FROM refusals
  WHERE at >= unixepoch() * 1000 - ${REFUSED_REQUESTS_LAST_MS} GROUP BY vendor_id
)`;

export const refusalShelf = (file: DataFile): Shelf<ShelvedRefusals> =>
  tableShelf(file, {
    table: 'refusals',
    rows: byVendor,
    key: 'vendor_id',
    from: ({ vendor_id: id, requests }: { readonly vendor_id: string; readonly requests: string }) => ({
      id,
      requests: latestRefused(fromText<readonly RefusedRequest[]>(requests)),
    }),
    put(db, { id, requests }) {
      db.run('DELETE FROM refusals WHERE vendor_id = ?', [id]);
      for (const request of requests) add(db, id, request);
    },
  });

interface RequestRow {
  readonly request: string;
}
