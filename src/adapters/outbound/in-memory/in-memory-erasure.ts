import type { Erasure } from '../../../application/operators/ports/outbound/erasure.ts';
import { hasCustomer } from '../../../domain/intake/contact.ts';
import { customersOf, type Deal, forgetCustomer, statusSince } from '../../../domain/work/deal.ts';
import { withoutLeads } from '../../../domain/work/mended-contact.ts';
import type { InMemoryRecords } from './in-memory-records.ts';

/** As in InMemoryCrm on the same Maps, each method runs without an `await`, so no other call sees it half done. */
export class InMemoryErasure implements Erasure {
  readonly #records: InMemoryRecords;

  constructor(records: InMemoryRecords) {
    this.#records = records;
  }

  async erase(soughtId: string, at: Date): Promise<void> {
    const { contacts, erased } = this.#records;
    const contactId = this.#records.presentId(soughtId);
    for (const deal of this.#records.dealsOf(contactId)) this.#forget(deal, at);
    const contact = contacts.get(contactId);
    if (!contact) return;
    this.#records.remove(contact);
    erased.set(contactId, at);
  }

  async eraseLead(leadId: string, at: Date): Promise<void> {
    const deal = this.#records.deals.get(leadId);
    if (deal) this.#forgetAll([deal], at);
  }

  async retire(
    leadIds: readonly string[],
    { unmovedSince, at }: { readonly unmovedSince: Date; readonly at: Date },
  ): Promise<{ readonly leads: number; readonly contacts: number }> {
    const { contacts, deals, erased } = this.#records;
    const old = leadIds
      .flatMap((id) => deals.get(id) ?? [])
      .filter((deal) => statusSince(deal) < unmovedSince);
    this.#forgetAll(old, at);
    const contactIds = [...new Set(old.map(({ contactId }) => contactId))];
    const gone = contactIds
      .flatMap((id) => contacts.get(id) ?? [])
      .filter(({ id }) => !this.#records.dealsOf(id).some(hasCustomer));
    for (const contact of gone) {
      this.#records.remove(contact);
      erased.set(contact.id, at);
    }
    return { leads: old.length, contacts: gone.length };
  }

  /** Their contacts stay. */
  #forgetAll(gone: readonly Deal[], at: Date): void {
    for (const deal of gone) this.#forget(deal, at);
    for (const [contactId, deals] of Map.groupBy(gone, (deal) => deal.contactId)) {
      const contact = this.#records.contacts.get(contactId);
      const customers = deals.flatMap(customersOf);
      if (contact) this.#records.keep(withoutLeads(contact, customers, this.#records.customersOf(contactId)));
    }
  }

  #forget(deal: Deal, at: Date): void {
    this.#records.deals.set(deal.id, forgetCustomer(deal, at));
    this.#records.forgetAnswers(deal.id);
  }
}
