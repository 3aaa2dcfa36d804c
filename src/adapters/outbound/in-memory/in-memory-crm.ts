import { randomUUID } from 'node:crypto';
import type { Announcement } from '../../../application/events/ports/deliveries.ts';
import type { Crm, EarlierDeal, OwnedStatus } from '../../../application/intake/ports/outbound/crm.ts';
import { type Contact, type Customer, identityKeys, placeCustomer } from '../../../domain/intake/contact.ts';
import type { ReceivedDeal } from '../../../domain/intake/received-deal.ts';
import { type Deal, untouched } from '../../../domain/work/deal.ts';
import { InMemoryRecords } from './in-memory-records.ts';

/**
 * The CRM in Maps: nothing survives the process, and after 250,000 leads it takes no more (StoreUnavailable).
 * Each method runs without an `await`, so no other call ever sees it half done.
 */
export class InMemoryCrm implements Crm<readonly Announcement[]> {
  readonly #records: InMemoryRecords;

  constructor(records = new InMemoryRecords()) {
    this.#records = records;
  }

  async upsertContact(customer: Customer): Promise<string> {
    this.#records.requireRoom(); // for the lead that comes next
    const { change, contact } = placeCustomer(
      customer,
      this.#records.contactsWith(identityKeys(customer)),
      randomUUID,
    );
    if (change !== 'none') this.#records.keep(contact);
    return contact.id;
  }

  async addDeal(deal: ReceivedDeal, announced: readonly Announcement[] = []): Promise<'added' | EarlierDeal> {
    const { id, vendorId, idempotency } = deal;
    if (this.#records.deals.has(id)) return 'added';
    const earlier = idempotency && this.#earlier(vendorId, idempotency.key);
    if (earlier) return earlier;
    this.#records.requireRoom();
    this.#records.countNotes(deal.notes);
    if (idempotency) this.#records.submissions.set(submissionKey(vendorId, idempotency.key), id);
    const contactId = this.#records.presentId(deal.contactId); // it may have been merged since the deal was opened
    this.#records.deals.set(id, untouched({ ...deal, contactId }));
    this.#records.announce(announced);
    return 'added';
  }

  async earlierDeal(vendorId: string, key: string): Promise<EarlierDeal | undefined> {
    return this.#earlier(vendorId, key);
  }

  async statusOf(leadId: string): Promise<OwnedStatus | undefined> {
    return this.#records.deals.get(leadId);
  }

  /** Everything kept, in order of arrival. */
  get contacts(): readonly Contact[] {
    return [...this.#records.contacts.values()];
  }

  get deals(): readonly Deal[] {
    return [...this.#records.deals.values()];
  }

  #earlier(vendorId: string, key: string): Deal | undefined {
    return this.#records.deals.get(this.#records.submissions.get(submissionKey(vendorId, key)) ?? '');
  }
}

/** JSON, because a plain separator could also be part of a vendor's id. */
const submissionKey = (vendorId: string, key: string): string => JSON.stringify([vendorId, key]);
