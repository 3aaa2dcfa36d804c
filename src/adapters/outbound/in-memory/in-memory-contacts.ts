import type {
  ContactSearch,
  DecideContact,
  KeptContacts,
} from '../../../application/operators/ports/outbound/kept-contacts.ts';
import type { ChangedContact, ContactRecord } from '../../../application/operators/ports/records.ts';
import { type Contact, type IdentityKey, identityKeys } from '../../../domain/intake/contact.ts';
import { hasName } from '../../../domain/intake/name.ts';
import { saidKeys } from '../../../domain/work/found-by.ts';
import {
  mendedCustomer,
  mergedContact,
  replacedByEdit,
  replacedByMerge,
  type SaidValue,
} from '../../../domain/work/mended-contact.ts';
import type { InMemoryRecords } from './in-memory-records.ts';

/** As in InMemoryCrm on the same Maps, each method runs without an `await`, so no other call sees it half done. */
export class InMemoryContacts implements KeptContacts {
  readonly #records: InMemoryRecords;

  constructor(records: InMemoryRecords) {
    this.#records = records;
  }

  async contact(sought: { id: string } | { key: IdentityKey }): Promise<ContactRecord | undefined> {
    const { contacts, holders } = this.#records;
    const contactId = 'id' in sought ? this.#records.presentId(sought.id) : holders.get(sought.key);
    if (contactId === undefined) return undefined;
    const contact = contacts.get(contactId);
    const erased = this.#records.erased.get(contactId);
    const deals = this.#records.dealsOf(contactId).length;
    const merged = [...this.#records.merged].flatMap(([gone, kept]) => (kept === contactId ? [gone] : []));
    const others = merged.length > 0 ? { merged } : {};
    return contact || erased || deals > 0 ? { contactId, contact, erased, deals, ...others } : undefined;
  }

  async contacts(sought: ContactSearch): Promise<readonly Contact[]> {
    const found = [...this.#records.contacts.values()].filter((contact) => this.#isSought(contact, sought));
    return found.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, sought.limit);
  }

  async changeContact(
    contactId: string,
    keys: readonly IdentityKey[],
    decide: DecideContact,
  ): Promise<ChangedContact | undefined> {
    const before = this.#records.contacts.get(this.#records.presentId(contactId));
    if (!before) return undefined;
    const others = this.#records.contactsWith(keys).filter(({ id }) => id !== before.id);
    const after = decide(before, others);
    this.#records.keep(after);
    this.#mendDeals(after, replacedByEdit(before, after));
    return { before, after };
  }

  async merge(keptId: string, goneId: string): Promise<void> {
    const { contacts, deals, merged } = this.#records;
    const kept = contacts.get(this.#records.presentId(keptId));
    const gone = contacts.get(goneId);
    if (!kept || !gone || kept === gone) return;
    this.#records.remove(gone);
    const whole = mergedContact(kept, gone);
    this.#records.keep(whole);
    for (const [id, into] of merged) if (into === goneId) merged.set(id, kept.id);
    merged.set(goneId, kept.id);
    for (const deal of this.#records.dealsOf(goneId)) deals.set(deal.id, { ...deal, contactId: kept.id });
    this.#mendDeals(whole, replacedByMerge(gone, whole));
  }

  #mendDeals(contact: Contact, replaced: readonly SaidValue[]): void {
    if (replaced.length === 0) return;
    for (const deal of this.#records.dealsOf(contact.id))
      this.#records.deals.set(deal.id, { ...deal, present: mendedCustomer(deal, contact, replaced) });
  }

  #isSought(contact: Contact, sought: ContactSearch): boolean {
    return 'name' in sought ? hasName(contact, sought.name) : this.#keysOf(contact).has(sought.key);
  }

  /** Held, shown, or of its leads. */
  #keysOf(contact: Contact): ReadonlySet<IdentityKey> {
    const said = this.#records.dealsOf(contact.id).flatMap(saidKeys);
    return new Set([...contact.keys, ...identityKeys(contact), ...said]);
  }
}
