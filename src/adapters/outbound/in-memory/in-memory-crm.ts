import { randomUUID } from 'node:crypto';
import type { Crm, EarlierDeal, OwnedStatus } from '../../../application/ports/outbound/crm.ts';
import {
  type Contact,
  type Customer,
  type IdentityKey,
  identityKeys,
  placeCustomer,
} from '../../../domain/contact.ts';
import type { Deal } from '../../../domain/deal.ts';
import { InMemoryRecords } from './in-memory-records.ts';

/**
 * The CRM in Maps: nothing survives the process.
 * Each method runs without an `await`, so no other call ever sees it half done.
 */
export class InMemoryCrm implements Crm {
  readonly #contacts: InMemoryRecords['contacts'];
  readonly #holders: InMemoryRecords['holders'];
  readonly #deals: InMemoryRecords['deals'];
  readonly #submissions: InMemoryRecords['submissions'];

  constructor({ contacts, holders, deals, submissions } = new InMemoryRecords()) {
    this.#contacts = contacts;
    this.#holders = holders;
    this.#deals = deals;
    this.#submissions = submissions;
  }

  async upsertContact(customer: Customer): Promise<string> {
    const { change, contact } = placeCustomer(customer, this.#holdersOf(identityKeys(customer)), randomUUID);
    if (change !== 'none') this.#keep(contact);
    return contact.id;
  }

  async addDeal(deal: Deal): Promise<'added' | EarlierDeal> {
    const { id, vendorId, idempotency } = deal;
    if (this.#deals.has(id)) return 'added';
    const earlier = idempotency && this.#earlier(vendorId, idempotency.key);
    if (earlier) return earlier;
    if (idempotency) this.#submissions.set(submission(vendorId, idempotency.key), id);
    this.#deals.set(id, deal);
    return 'added';
  }

  async earlierDeal(vendorId: string, key: string): Promise<EarlierDeal | undefined> {
    return this.#earlier(vendorId, key);
  }

  async statusOf(leadId: string): Promise<OwnedStatus | undefined> {
    return this.#deals.get(leadId);
  }

  /** Everything kept, in order of arrival. */
  get contacts(): readonly Contact[] {
    return [...this.#contacts.values()];
  }

  get deals(): readonly Deal[] {
    return [...this.#deals.values()];
  }

  #keep(contact: Contact): void {
    this.#contacts.set(contact.id, contact);
    for (const key of contact.keys) this.#holders.set(key, contact.id);
  }

  #holdersOf(keys: readonly IdentityKey[]): Contact[] {
    return keys.flatMap((key) => this.#contacts.get(this.#holders.get(key) ?? '') ?? []);
  }

  #earlier(vendorId: string, key: string): Deal | undefined {
    return this.#deals.get(this.#submissions.get(submission(vendorId, key)) ?? '');
  }
}

/** JSON keeps the two apart: a vendor's id may contain any character. */
const submission = (vendorId: string, key: string): string => JSON.stringify([vendorId, key]);
