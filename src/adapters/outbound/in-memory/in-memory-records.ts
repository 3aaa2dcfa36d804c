import type { Announcement, Try } from '../../../application/events/ports/deliveries.ts';
import { StoreUnavailable } from '../../../application/intake/ports/outbound/store.ts';
import type { Hook } from '../../../domain/events/hook.ts';
import type { AnyEvent } from '../../../domain/events/lead-event.ts';
import type { Contact, CustomerAsSent, IdentityKey } from '../../../domain/intake/contact.ts';
import { customersOf, type Deal } from '../../../domain/work/deal.ts';

/** How much is kept: nothing else keeps the memory of a process from growing. */
const most = { leads: 250_000, charactersOfNotes: 128 * 1024 * 1024 };

export interface KeptDelivery {
  readonly hookId: string;
  readonly event: AnyEvent;
  /** `undefined` once it was delivered or given up. */
  readonly due: Date | undefined;
  readonly lease: string | undefined;
  readonly tries: readonly Try[];
  /** How many of the tries were before the last replay. */
  readonly triesBefore: number;
}

export const deliveryKey = (hookId: string, eventId: string): string => JSON.stringify([hookId, eventId]);

/** The records that the CRM and the back office share. */
export class InMemoryRecords {
  readonly #most: typeof most;
  #charactersOfNotes = 0;
  readonly contacts = new Map<string, Contact>();
  /** The id of the contact that holds each key. */
  readonly holders = new Map<IdentityKey, string>();
  readonly deals = new Map<string, Deal>();
  /** The id of the deal for each vendor and idempotency key. */
  readonly submissions = new Map<string, Deal['id']>();
  /** When each erased contact was erased, by contact id. */
  readonly erased = new Map<string, Date>();
  /** The contact into which each merged one went. Never the id of one that was itself merged. */
  readonly merged = new Map<string, string>();
  readonly hooks = new Map<string, Hook>();
  /** The fingerprint of the key of their secrets. */
  hookKey: string | undefined;
  readonly deliveries = new Map<string, KeptDelivery>();

  constructor(limits: Partial<typeof most> = {}) {
    this.#most = { ...most, ...limits };
  }

  /** Replaces the contact and its keys. */
  keep(contact: Contact): void {
    for (const key of this.contacts.get(contact.id)?.keys ?? []) this.holders.delete(key);
    this.contacts.set(contact.id, contact);
    for (const key of contact.keys) this.holders.set(key, contact.id);
  }

  remove({ id, keys }: Contact): void {
    for (const key of keys) this.holders.delete(key);
    this.contacts.delete(id);
  }

  /** The id of the contact that it is part of now. */
  presentId(contactId: string): string {
    return this.merged.get(contactId) ?? contactId;
  }

  contactsWith(keys: readonly IdentityKey[]): Contact[] {
    return keys.flatMap((key) => this.contacts.get(this.holders.get(key) ?? '') ?? []);
  }

  dealsOf(contactId: string): readonly Deal[] {
    return [...this.deals.values()].filter((deal) => deal.contactId === contactId);
  }

  /** What the contact's deals say, as sent and as mended. */
  customersOf(contactId: string): readonly CustomerAsSent[] {
    return this.dealsOf(contactId).flatMap(customersOf);
  }

  /** One delivery for each event and hook, whatever was announced before. Each is due at once. */
  announce(announced: readonly Announcement<AnyEvent>[]): void {
    for (const { event, hooks } of announced)
      for (const hookId of hooks) {
        const key = deliveryKey(hookId, event.id);
        if (!this.hooks.has(hookId) || this.deliveries.has(key)) continue;
        const untried = { due: event.at, lease: undefined, tries: [], triesBefore: 0 };
        this.deliveries.set(key, { hookId, event, ...untried });
      }
  }

  /** What receivers answered to its events, and what tries under way will bring. */
  forgetAnswers(leadId: string): void {
    for (const [key, delivery] of this.deliveries) {
      if (!('leadId' in delivery.event) || delivery.event.leadId !== leadId) continue;
      const tries = delivery.tries.map((tried) => ({ ...tried, answer: undefined }));
      this.deliveries.set(key, { ...delivery, tries, lease: undefined });
    }
  }

  /** Of all leads that were ever kept. */
  countNotes(notes: string): void {
    this.#charactersOfNotes += notes.length;
  }

  /** Throws StoreUnavailable if no lead has room any more. */
  requireRoom(): void {
    const { leads, charactersOfNotes } = this.#most;
    if (this.deals.size >= leads || this.#charactersOfNotes >= charactersOfNotes)
      throw new StoreUnavailable(
        `the store in memory is full, after ${this.deals.size} leads; use MongoDB, or start the process anew`,
      );
  }
}
