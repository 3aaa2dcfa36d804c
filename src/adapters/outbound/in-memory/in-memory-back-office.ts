import type {
  AnnounceChange,
  BackOffice,
  ContactSearch,
  DayTally,
  DealConditions,
  DealMatch,
  DealPlace,
  DealQuery,
  DecideChange,
  Span,
  Tally,
} from '../../../application/ports/outbound/back-office.ts';
import type {
  ChangedContact,
  ContactRecord,
  DealOutcome,
  DealSummary,
  LeadRecord,
} from '../../../application/ports/records.ts';
import { type Contact, type IdentityKey, identityKeys } from '../../../domain/contact.ts';
import {
  type Deal,
  forgetCustomer,
  saidKeys,
  saidWords,
  statusSince,
  withChange,
} from '../../../domain/deal.ts';
import { isFinal } from '../../../domain/lead-status.ts';
import { mergedContact } from '../../../domain/mended-contact.ts';
import { hasName } from '../../../domain/name.ts';
import type { Day } from '../../../domain/time-zone.ts';
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

  async leads(leadIds: readonly string[]): Promise<readonly LeadRecord[]> {
    const found = await Promise.all(leadIds.map((leadId) => this.lead(leadId)));
    return found.flatMap((record) => record ?? []);
  }

  async deals(query: DealQuery): Promise<readonly DealSummary[]> {
    const contactId = query.contactId && this.#records.presentId(query.contactId);
    const wanted = [...this.#records.deals.values()].filter((deal) =>
      isWanted(deal, { ...query, contactId }),
    );
    return wanted
      .sort((a, b) => inOrder(query, a, b))
      .slice(0, query.limit)
      .map((deal) => this.#summaryOf(deal));
  }

  async countDeals(conditions: readonly DealConditions[], most: number): Promise<readonly number[]> {
    const deals = [...this.#records.deals.values()];
    return conditions.map((each) =>
      Math.min(most, deals.filter((deal) => isWanted(deal, { ...each, limit: most })).length),
    );
  }

  async changeDeals(
    leadIds: readonly string[],
    decide: DecideChange,
    announce: AnnounceChange = () => [],
  ): Promise<readonly DealOutcome[]> {
    return leadIds.map((leadId) => {
      const before = this.#records.deals.get(leadId);
      if (!before) return undefined;
      try {
        const change = decide(before);
        const after = withChange(before, change);
        this.#records.deals.set(leadId, after);
        if (change) this.#records.announce(announce(before, change));
        return { before, after };
      } catch (refused) {
        return { refused };
      }
    });
  }

  async tally(span: Span): Promise<readonly Tally[]> {
    return this.#counted(span, ({ vendorId, dealType, status }) => ({ vendorId, dealType, status }));
  }

  async tallyByDay(span: Span, days: readonly Day[]): Promise<readonly DayTally[]> {
    return this.#counted(span, ({ receivedAt, status }) => ({
      day: days.findLast(({ begins }) => begins <= receivedAt)?.day ?? '',
      status,
    }));
  }

  #counted<G extends object>({ since, until }: Span, groupOf: (deal: Deal) => G) {
    const counts = new Map<string, G & { readonly leads: number }>();
    for (const deal of this.#records.deals.values()) {
      if (deal.receivedAt < since || deal.receivedAt >= until) continue;
      const group = groupOf(deal);
      const key = JSON.stringify(Object.values(group));
      counts.set(key, { ...group, leads: (counts.get(key)?.leads ?? 0) + 1 });
    }
    return [...counts.values()];
  }

  async contact(sought: { id: string } | { key: IdentityKey }): Promise<ContactRecord | undefined> {
    const { contacts, holders } = this.#records;
    const contactId = 'id' in sought ? this.#records.presentId(sought.id) : holders.get(sought.key);
    if (contactId === undefined) return undefined;
    const contact = contacts.get(contactId);
    const erased = this.#records.erased.get(contactId);
    const deals = this.#dealsOf(contactId).length;
    const merged = [...this.#records.merged].flatMap(([gone, kept]) => (kept === contactId ? [gone] : []));
    const others = merged.length > 0 ? { merged } : {};
    return contact || erased || deals > 0 ? { contactId, contact, erased, deals, ...others } : undefined;
  }

  async contacts(sought: ContactSearch): Promise<readonly Contact[]> {
    const found = [...this.#records.contacts.values()].filter((contact) =>
      'name' in sought ? hasName(contact, sought.name) : this.#keysOf(contact).has(sought.key),
    );
    return found.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, sought.limit);
  }

  async changeContact(
    contactId: string,
    keys: readonly IdentityKey[],
    decide: (contact: Contact, others: readonly Contact[]) => Contact,
  ): Promise<ChangedContact | undefined> {
    const before = this.#records.contacts.get(this.#records.presentId(contactId));
    if (!before) return undefined;
    const others = this.#records.contactsWith(keys).filter(({ id }) => id !== before.id);
    const after = decide(before, others);
    this.#records.keep(after);
    return { before, after };
  }

  async merge(keptId: string, goneId: string): Promise<void> {
    const { contacts, deals, merged } = this.#records;
    const kept = contacts.get(this.#records.presentId(keptId));
    const gone = contacts.get(goneId);
    if (!kept || !gone || kept === gone) return;
    this.#records.remove(gone);
    this.#records.keep(mergedContact(kept, gone));
    for (const [id, into] of merged) if (into === goneId) merged.set(id, kept.id);
    merged.set(goneId, kept.id);
    for (const deal of this.#dealsOf(goneId)) deals.set(deal.id, { ...deal, contactId: kept.id });
  }

  async erase(soughtId: string, at: Date): Promise<void> {
    const { contacts, erased } = this.#records;
    const contactId = this.#records.presentId(soughtId);
    for (const deal of this.#dealsOf(contactId)) this.#forget(deal);
    const contact = contacts.get(contactId);
    if (!contact) return;
    this.#records.remove(contact);
    erased.set(contactId, at);
  }

  async eraseLead(leadId: string): Promise<void> {
    const deal = this.#records.deals.get(leadId);
    if (deal) this.#forget(deal);
  }

  #forget(deal: Deal): void {
    this.#records.deals.set(deal.id, forgetCustomer(deal));
    this.#records.forgetAnswers(deal.id);
  }

  #summaryOf(deal: Deal): DealSummary {
    return {
      id: deal.id,
      contactId: deal.contactId,
      vendorId: deal.vendorId,
      vendorName: deal.vendorName,
      customer: deal.customer,
      dealType: deal.dealType,
      externalId: deal.externalId,
      vehicle: deal.vehicle,
      receivedAt: deal.receivedAt,
      status: deal.status,
      statusSince: statusSince(deal),
      owner: deal.owner,
      changedAt: deal.changedAt,
    };
  }

  /** Held, shown, or of its leads. */
  #keysOf(contact: Contact): ReadonlySet<IdentityKey> {
    const said = this.#dealsOf(contact.id).flatMap(saidKeys);
    return new Set([...contact.keys, ...identityKeys(contact), ...said]);
  }

  #dealsOf(contactId: string): readonly Deal[] {
    return [...this.#records.deals.values()].filter((deal) => deal.contactId === contactId);
  }
}

const isWanted = (
  deal: Deal,
  { since, until, dealType, status, open, vendorId, keyId, contactId, externalId, said, ...query }: DealQuery,
): boolean =>
  (since === undefined || deal.receivedAt >= since) &&
  (until === undefined || deal.receivedAt < until) &&
  (dealType === undefined || deal.dealType === dealType) &&
  (status === undefined || deal.status === status) &&
  (vendorId === undefined || deal.vendorId === vendorId) &&
  (keyId === undefined || deal.history[0]?.by === keyId) &&
  (contactId === undefined || deal.contactId === contactId) &&
  (externalId === undefined || deal.externalId === externalId) &&
  (said === undefined || saidKeys(deal).includes(said)) &&
  (!open || !isFinal(deal.status)) &&
  (query.unmovedSince === undefined || statusSince(deal) < query.unmovedSince) &&
  (query.owner === undefined || deal.owner === (query.owner ?? undefined)) &&
  (query.matching === undefined || query.matching.some((match) => matches(deal, match))) &&
  (!query.changed || deal.changedAt !== undefined) &&
  (query.after === undefined || inOrder(query, query.after, deal) < 0);

function matches(deal: Deal, match: DealMatch): boolean {
  if ('id' in match) return deal.id === match.id;
  if ('externalId' in match) return deal.externalId === match.externalId;
  if ('said' in match) return saidKeys(deal).includes(match.said);
  if ('contactId' in match) return deal.contactId === match.contactId;
  const words = saidWords(deal);
  return match.words.every((start) => words.some((word) => word.startsWith(start)));
}

function inOrder({ newest, changed }: DealQuery, a: DealPlace, b: DealPlace): number {
  const timeOf = ({ receivedAt, changedAt }: DealPlace) => Number(changed ? changedAt : receivedAt);
  const order = timeOf(a) - timeOf(b) || Number(a.id > b.id) - Number(a.id < b.id);
  return newest || changed ? -order : order;
}
