import type { Db, Filter } from 'mongodb';
import type { BackOffice, DealQuery } from '../../../application/ports/outbound/back-office.ts';
import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';
import type {
  ChangedDeal,
  ContactRecord,
  DealSummary,
  LeadRecord,
} from '../../../application/ports/records.ts';
import type { Contact, IdentityKey } from '../../../domain/contact.ts';
import { type Deal, type StatusChange, withChange } from '../../../domain/deal.ts';
import type { MongoConnection } from './connection.ts';
import { eraseContact, eraseLead } from './erase-contact.ts';
import { contactFrom, contactsOf, type StoredContact } from './stored-contact.ts';
import {
  dealFrom,
  dealsOf,
  type StoredDeal,
  type StoredSummary,
  storedChange,
  summaryFields,
  summaryFrom,
} from './stored-deal.ts';
import { operatorTimeouts } from './timeouts.ts';
import { operatorWrite } from './write-each.ts';

/** Each failed round means that another change succeeded; far fewer are ever needed. */
const ROUNDS = 100;

/** Every write here is guarded or repeatable, so reads take the newest data, majority-committed or not. */
const newest = { readConcern: { level: 'local' }, maxTimeMS: operatorTimeouts.command } as const;

/** The operator's side of the CRM, on the CRM's own collections. */
export class MongoBackOffice implements BackOffice {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  lead(leadId: string): Promise<LeadRecord | undefined> {
    return this.#connection.use(async (db) => {
      const deal = await dealsOf(db).findOne({ _id: { $eq: leadId } }, newest);
      if (!deal) return undefined;
      const contact = await contactsOf(db).findOne({ _id: deal.contactId }, newest);
      return { deal: dealFrom(deal), ...customerOf(contact) };
    });
  }

  deals(query: DealQuery): Promise<readonly DealSummary[]> {
    return this.#connection.use(async (db) => {
      const found = dealsOf(db).find(filterOf(query), newest).project<StoredSummary>(summaryFields);
      const page = found.sort({ receivedAt: 1, _id: 1 }).limit(query.limit);
      const listed = await page.toArray();
      const contacts = await contactsOfOld(db, listed);
      return listed.map((deal) => summaryFrom(deal, contacts.get(deal.contactId)));
    });
  }

  changeStatus(
    leadId: string,
    decide: (deal: Deal) => StatusChange | undefined,
  ): Promise<ChangedDeal | undefined> {
    return this.#connection.use(async (db) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const stored = await dealsOf(db).findOne({ _id: { $eq: leadId } }, newest);
        if (!stored) return undefined;
        const before = dealFrom(stored);
        const change = decide(before);
        if (!change) return { before, after: before };
        const { matchedCount } = await dealsOf(db).updateOne(
          { _id: leadId, status: before.status, history: { $size: before.history.length } },
          { $set: { status: change.status }, $push: { history: storedChange(change) } },
          operatorWrite,
        );
        if (matchedCount === 1) return { before, after: withChange(before, change) };
      }
      throw new StoreUnavailable('the lead kept changing');
    });
  }

  contact(sought: { id: string } | { key: IdentityKey }): Promise<ContactRecord | undefined> {
    return this.#connection.use(async (db) => {
      const filter = 'id' in sought ? { _id: { $eq: sought.id } } : { keys: { $eq: sought.key } };
      const contact = await contactsOf(db).findOne(filter, newest);
      const contactId = contact?._id ?? ('id' in sought ? sought.id : undefined);
      if (contactId === undefined) return undefined;
      const deals = await dealsOf(db).countDocuments({ contactId: { $eq: contactId } }, newest);
      return contact || deals > 0 ? { contactId, ...customerOf(contact), deals } : undefined;
    });
  }

  erase(contactId: string, at: Date): Promise<void> {
    return this.#connection.use((db) => eraseContact(db, contactId, at));
  }

  eraseLead(leadId: string): Promise<void> {
    return this.#connection.use((db) => eraseLead(db, leadId));
  }
}

/** The contacts of those deals that were stored before deals kept their customer; in one query, if there are any. */
async function contactsOfOld(db: Db, deals: readonly StoredSummary[]): Promise<Map<string, Contact>> {
  const ids = deals.flatMap(({ customer, contactId }) => (customer ? [] : [contactId]));
  if (ids.length === 0) return new Map();
  const found = await contactsOf(db)
    .find({ _id: { $in: ids }, erased: { $exists: false } }, newest)
    .toArray();
  return new Map(found.map((stored) => [stored._id, contactFrom(stored)]));
}

/** Of an erased contact, nothing but the time is left. */
function customerOf(contact: StoredContact | null): Pick<ContactRecord, 'contact' | 'erased'> {
  const erased = contact?.erased;
  return { contact: contact && !erased ? contactFrom(contact) : undefined, erased };
}

function filterOf({
  since,
  status,
  vendorId,
  keyId,
  contactId,
  externalId,
  after,
}: DealQuery): Filter<StoredDeal> {
  const behind = after && {
    receivedAt: { $gte: after.receivedAt },
    $or: [{ receivedAt: { $gt: after.receivedAt } }, { _id: { $gt: after.id } }],
  };
  const wanted: Filter<StoredDeal>[] = [
    ...(since !== undefined ? [{ receivedAt: { $gte: since } }] : []),
    ...(status !== undefined ? [{ status }] : []),
    ...(vendorId !== undefined ? [{ vendorId: { $eq: vendorId } }] : []),
    ...(keyId !== undefined ? [{ 'history.0.by': { $eq: keyId } }] : []),
    ...(contactId !== undefined ? [{ contactId: { $eq: contactId } }] : []),
    ...(externalId !== undefined ? [{ externalId: { $eq: externalId } }] : []),
    ...(behind ? [behind] : []),
  ];
  return wanted.length > 0 ? { $and: wanted } : {};
}
