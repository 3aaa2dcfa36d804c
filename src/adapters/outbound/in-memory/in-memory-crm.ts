import { randomUUID } from 'node:crypto';
import type { Crm } from '../../../application/ports/outbound/crm.ts';
import {
  blanksToFill,
  type Contact,
  type Customer,
  filled,
  type IdentityKey,
  identityKeys,
  newContact,
  sameCustomer,
} from '../../../domain/contact.ts';
import { type Deal, type Idempotency, judgeRepeat, type Repeat } from '../../../domain/deal.ts';
import type { LeadStatus } from '../../../domain/lead-status.ts';
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
    const candidates = this.#holdersOf(identityKeys(customer));
    const known = sameCustomer(customer, candidates);
    if (!known) return this.#keep(newContact(randomUUID(), customer, candidates));
    const filling = blanksToFill(known, customer, candidates);
    return filling ? this.#keep(filled(known, filling)) : known.id;
  }

  async addDeal(deal: Deal): Promise<'added' | Repeat> {
    const { id, vendorId, idempotency } = deal;
    if (this.#deals.has(id)) return 'added';
    const earlier = idempotency && this.#earlier(vendorId, idempotency);
    if (earlier) return earlier;
    if (idempotency) this.#submissions.set(submission(vendorId, idempotency), id);
    this.#deals.set(id, deal);
    return 'added';
  }

  async earlierDeal(vendorId: string, sent: Idempotency): Promise<Repeat | undefined> {
    return this.#earlier(vendorId, sent);
  }

  async statusOf(leadId: string, vendorId: string): Promise<LeadStatus | undefined> {
    const deal = this.#deals.get(leadId);
    return deal?.vendorId === vendorId ? deal.status : undefined;
  }

  /** Everything kept, in order of arrival. */
  get contacts(): readonly Contact[] {
    return [...this.#contacts.values()];
  }

  get deals(): readonly Deal[] {
    return [...this.#deals.values()];
  }

  #keep(contact: Contact): string {
    this.#contacts.set(contact.id, contact);
    for (const key of contact.keys) this.#holders.set(key, contact.id);
    return contact.id;
  }

  #holdersOf(keys: readonly IdentityKey[]): Contact[] {
    return keys.flatMap((key) => this.#contacts.get(this.#holders.get(key) ?? '') ?? []);
  }

  #earlier(vendorId: string, sent: Idempotency): Repeat | undefined {
    const kept = this.#deals.get(this.#submissions.get(submission(vendorId, sent)) ?? '');
    return kept && judgeRepeat(kept, sent);
  }
}

/** JSON keeps the two apart: a vendor's id may contain any character. */
const submission = (vendorId: string, { key }: Idempotency): string => JSON.stringify([vendorId, key]);
