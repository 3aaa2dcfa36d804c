import { randomUUID } from 'node:crypto';
import { uuidV7 } from '../../../application/new-id.ts';
import type { Crm, EarlierDeal, NewLead, OwnedStatus } from '../../../application/ports/outbound/crm.ts';
import { identityKeys, placeCustomer } from '../../../domain/contact.ts';
import type { Deal, Idempotency } from '../../../domain/deal.ts';
import type { DataFile } from './connection/data-file.ts';
import type { Database } from './connection/database.ts';
import { addContact, changeContact, contactsWith } from './contact-rows.ts';
import { type BesideDeals, dealColumns, insertDeal } from './deal-rows.ts';

/** The CRM in a file. Leads that arrive together share a commit. */
export class SqliteCrm<Announced = never> implements Crm<Announced> {
  readonly #file: DataFile;
  readonly #beside: BesideDeals<Announced>;

  /** `beside`: keeps what others need of a new deal; by default nothing. */
  constructor(file: DataFile, beside: BesideDeals<Announced> = nothing) {
    this.#file = file;
    this.#beside = beside;
  }

  addLead(lead: NewLead<Announced>): Promise<'added' | EarlierDeal> {
    return this.#file.writeNew((db) => addLead(db, this.#beside, lead));
  }

  earlierDeal(vendorId: string, key: string): Promise<EarlierDeal | undefined> {
    return this.#file.read((db) => earlierDeal(db, vendorId, key));
  }

  statusOf(leadId: string): Promise<OwnedStatus | undefined> {
    return this.#file.read((db) => statusOf(db, leadId));
  }
}

/** Adds a lead within a transaction. The deal comes first: if it was there before, the contact stays as it is. */
export function addLead<Announced>(
  db: Database,
  beside: BesideDeals<Announced>,
  { customer, dealOf, ...comes }: NewLead<Announced>,
): 'added' | EarlierDeal {
  const placed = placeCustomer(customer, contactsWith(db, identityKeys(customer)), newContactId);
  const deal = dealOf(placed.contact.id);
  const number = insertDeal(db, { ...dealColumns(deal), ...beside.columns(deal) });
  if (number === undefined) return keptBefore(db, deal);
  if (placed.change === 'added') addContact(db, placed.contact);
  if (placed.change === 'filled') changeContact(db, placed.before, placed.contact);
  beside.keep(db, number, deal, comes);
  return 'added';
}

const nothing: BesideDeals<unknown> = { columns: () => ({}), keep() {} };

/** Makes an id. New ids are neighbours in the indexes, so that a commit writes fewer pages. */
const newContactId = (): string => uuidV7(randomUUID(), Date.now());

export function earlierDeal(db: Database, vendorId: string, key: string): EarlierDeal | undefined {
  const row = db.one<{ id: string; idempotency: string; receivedAt: string }>(
    `SELECT id, deal ->> '$.idempotency' AS idempotency, deal ->> '$.receivedAt' AS receivedAt
      FROM deals WHERE vendor_id = ? AND idempotency_key = ?`,
    [vendorId, key],
  );
  if (!row) return undefined;
  const { fingerprint }: Idempotency = JSON.parse(row.idempotency);
  return { id: row.id, idempotency: { key, fingerprint }, receivedAt: new Date(row.receivedAt) };
}

/** The answer for a deal that was not added: it was before, or the vendor's key belongs to an earlier one. */
const keptBefore = (db: Database, { id, vendorId, idempotency }: Deal): 'added' | EarlierDeal =>
  (!statusOf(db, id) && idempotency && earlierDeal(db, vendorId, idempotency.key)) || 'added';

const statusOf = (db: Database, leadId: string): OwnedStatus | undefined =>
  db.one<OwnedStatus>('SELECT vendor_id AS vendorId, status FROM deals WHERE id = ?', [leadId]);
