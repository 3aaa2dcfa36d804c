import type { SQLInputValue } from 'node:sqlite';
import type { NewLead } from '../../../application/ports/outbound/crm.ts';
import { dealToJson } from '../../../domain/as-json.ts';
import type { Deal } from '../../../domain/deal.ts';
import type { Database } from './connection/database.ts';

/** A deal as text, with columns for what vendors ask. A store that keeps more adds columns of its own. */
export const dealTables = `
  CREATE TABLE deals (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    deal TEXT NOT NULL,
    contact_id TEXT NOT NULL,
    vendor_id TEXT NOT NULL,
    idempotency_key TEXT,
    status TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX deals_idempotency ON deals (vendor_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
`;

/** A row's values by column. */
export type Columns = Readonly<Record<string, SQLInputValue>>;

export const dealColumns = (deal: Deal): Columns => ({
  id: deal.id,
  deal: dealToJson(deal),
  contact_id: deal.contactId,
  vendor_id: deal.vendorId,
  idempotency_key: deal.idempotency?.key ?? null,
  status: deal.status,
});

/** Adds a deal. Returns the number of its row; `undefined` if there is one with its id or its vendor's key. */
export function insertDeal(db: Database, columns: Columns): number | undefined {
  const names = Object.keys(columns);
  return db.add(
    `INSERT INTO deals (${names}) VALUES (${names.map(() => '?')}) ON CONFLICT DO NOTHING`,
    Object.values(columns),
  );
}

/** Keeps what others need of a new deal, in the same write. */
export interface BesideDeals<Announced> {
  /** Values for further columns of the deal's row. */
  columns(deal: Deal): Columns;
  /** Writes to other tables. `number`: the number of the deal's row. */
  keep(db: Database, number: number, deal: Deal, beside: Beside<Announced>): void;
}

/** What comes with a new deal. */
export type Beside<Announced> = Pick<NewLead<Announced>, 'announced' | 'asItCame'>;
