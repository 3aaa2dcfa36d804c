import type { BackOffice, DealPlace, DealQuery } from '../../../application/ports/outbound/back-office.ts';
import type {
  ChangedDeal,
  ContactRecord,
  DealSummary,
  LeadRecord,
} from '../../../application/ports/records.ts';
import type { IdentityKey } from '../../../domain/contact.ts';
import {
  customerOf,
  type Deal,
  forgetCustomer,
  type StatusChange,
  withChange,
} from '../../../domain/deal.ts';
import type { InMemoryRecords } from './in-memory-records.ts';

/** As in InMemoryCrm on the same Maps, each method runs without an `await`, so no other call sees it half done. */
export class InMemoryBackOffice implements BackOffice {
  readonly #records: InMemoryRecords;

  constructor(records: InMemoryRecords) {
    this.#records = records;
  }

  async lead(leadId: string): Promise<LeadRecord | undefined> {
    const { deals, contacts, erased } = this.#records;
    const deal = deals.get(leadId);
    return deal && { deal, contact: contacts.get(deal.contactId), erased: erased.get(deal.contactId) };
  }

  async deals(query: DealQuery): Promise<readonly DealSummary[]> {
    const wanted = [...this.#records.deals.values()].filter((deal) => isWanted(deal, query));
    return wanted
      .sort(inOrder)
      .slice(0, query.limit)
      .map((deal) => this.#summaryOf(deal));
  }

  async changeStatus(
    leadId: string,
    decide: (deal: Deal) => StatusChange | undefined,
  ): Promise<ChangedDeal | undefined> {
    const before = this.#records.deals.get(leadId);
    if (!before) return undefined;
    const after = withChange(before, decide(before));
    this.#records.deals.set(leadId, after);
    return { before, after };
  }

  async contact(sought: { id: string } | { key: IdentityKey }): Promise<ContactRecord | undefined> {
    const { contacts, holders } = this.#records;
    const contactId = 'id' in sought ? sought.id : holders.get(sought.key);
    if (contactId === undefined) return undefined;
    const contact = contacts.get(contactId);
    const erased = this.#records.erased.get(contactId);
    const deals = this.#dealsOf(contactId).length;
    return contact || erased || deals > 0 ? { contactId, contact, erased, deals } : undefined;
  }

  async erase(contactId: string, at: Date): Promise<void> {
    const { contacts, deals, erased, holders } = this.#records;
    for (const deal of this.#dealsOf(contactId)) deals.set(deal.id, forgetCustomer(deal));
    const contact = contacts.get(contactId);
    if (!contact) return;
    for (const key of contact.keys) holders.delete(key);
    contacts.delete(contactId);
    erased.set(contactId, at);
  }

  async eraseLead(leadId: string): Promise<void> {
    const { deals } = this.#records;
    const deal = deals.get(leadId);
    if (deal) deals.set(leadId, forgetCustomer(deal));
  }

  #summaryOf(deal: Deal): DealSummary {
    return {
      id: deal.id,
      contactId: deal.contactId,
      vendorId: deal.vendorId,
      vendorName: deal.vendorName,
      customer: customerOf(deal, this.#records.contacts.get(deal.contactId)),
      dealType: deal.dealType,
      receivedAt: deal.receivedAt,
      status: deal.status,
    };
  }

  #dealsOf(contactId: string): readonly Deal[] {
    return [...this.#records.deals.values()].filter((deal) => deal.contactId === contactId);
  }
}

const isWanted = (
  deal: Deal,
  { since, status, vendorId, keyId, contactId, externalId, after }: DealQuery,
): boolean =>
  (since === undefined || deal.receivedAt >= since) &&
  (status === undefined || deal.status === status) &&
  (vendorId === undefined || deal.vendorId === vendorId) &&
  (keyId === undefined || deal.history[0]?.by === keyId) &&
  (contactId === undefined || deal.contactId === contactId) &&
  (externalId === undefined || deal.externalId === externalId) &&
  (after === undefined || inOrder(after, deal) < 0);

const inOrder = (a: DealPlace, b: DealPlace): number =>
  a.receivedAt.getTime() - b.receivedAt.getTime() || (a.id < b.id ? -1 : 1);
