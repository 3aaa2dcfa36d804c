import type { Crm, EarlierDeal, NewLead, OwnedStatus } from '../../../application/ports/outbound/crm.ts';
import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';
import { type Contact, type IdentityKey, identityKeys, placeCustomer } from '../../../domain/contact.ts';
import type { Deal } from '../../../domain/deal.ts';

/** The most leads and characters of notes: nothing else keeps the process's memory from growing. */
const most = { leads: 250_000, charactersOfNotes: 128 * 1024 * 1024 };

/**
 * The CRM in Maps: nothing survives the process, and after 250,000 leads it takes no more (StoreUnavailable).
 * Each method runs without an `await`, so no other call ever sees it half done.
 */
export class InMemoryCrm implements Crm {
  readonly #most: typeof most;
  readonly #contacts = new Map<string, Contact>();
  /** The id of the contact that holds a key. */
  readonly #holders = new Map<IdentityKey, string>();
  readonly #deals = new Map<string, Deal>();
  /** The id of the deal by vendor and idempotency key. */
  readonly #submissions = new Map<string, string>();
  #charactersOfNotes = 0;

  constructor(limits: Partial<typeof most> = {}) {
    this.#most = { ...most, ...limits };
  }

  async addLead({ customer, dealOf }: NewLead): Promise<'added' | EarlierDeal> {
    const candidates = identityKeys(customer).flatMap(
      (key) => this.#contacts.get(this.#holders.get(key) ?? '') ?? [],
    );
    const { contact } = placeCustomer(customer, candidates, () => crypto.randomUUID());
    const deal = dealOf(contact.id);
    const { id, vendorId, idempotency } = deal;
    if (this.#deals.has(id)) return 'added';
    const earlier = idempotency && this.#earlier(vendorId, idempotency.key);
    if (earlier) return earlier;
    this.#requireRoom();
    this.#contacts.set(contact.id, contact);
    for (const key of contact.keys) this.#holders.set(key, contact.id);
    this.#charactersOfNotes += deal.notes.length;
    if (idempotency) this.#submissions.set(submissionKey(vendorId, idempotency.key), id);
    this.#deals.set(id, deal);
    return 'added';
  }

  async earlierDeal(vendorId: string, key: string): Promise<EarlierDeal | undefined> {
    return this.#earlier(vendorId, key);
  }

  async statusOf(leadId: string): Promise<OwnedStatus | undefined> {
    return this.#deals.get(leadId);
  }

  /** Puts a deal in place of the one with its id, as another system would that works with leads. */
  replace(deal: Deal): void {
    if (this.#deals.has(deal.id)) this.#deals.set(deal.id, deal);
  }

  /** All contacts, in order of arrival. */
  get contacts(): readonly Contact[] {
    return [...this.#contacts.values()];
  }

  get deals(): readonly Deal[] {
    return [...this.#deals.values()];
  }

  #earlier(vendorId: string, key: string): Deal | undefined {
    return this.#deals.get(this.#submissions.get(submissionKey(vendorId, key)) ?? '');
  }

  /** Throws StoreUnavailable if there is no room for another lead. */
  #requireRoom(): void {
    if (this.#deals.size < this.#most.leads && this.#charactersOfNotes < this.#most.charactersOfNotes) return;
    throw new StoreUnavailable(
      `the store in memory is full, after ${this.#deals.size} leads; use MongoDB, or start the process anew`,
    );
  }
}

/** A submission's key in JSON: any plain separator could also be part of a vendor's id. */
const submissionKey = (vendorId: string, key: string): string => JSON.stringify([vendorId, key]);
