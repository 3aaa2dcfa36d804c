import { listOrder, placeTime } from '../../../application/operators/leads/place-time.ts';
import type {
  AnnounceChange,
  BackOffice,
  ContactSearch,
  DealConditions,
  DealMatch,
  DealPlace,
  DealQuery,
  DecideChange,
  DecideContact,
  Span,
  TalliedLead,
} from '../../../application/operators/ports/outbound/back-office.ts';
import type {
  ChangedContact,
  ContactRecord,
  DealOutcome,
  DealSummary,
  LeadRecord,
} from '../../../application/operators/ports/records.ts';
import {
  type Contact,
  type CustomerAsSent,
  hasCustomer,
  type IdentityKey,
  identityKeys,
} from '../../../domain/intake/contact.ts';
import { isFinal } from '../../../domain/intake/lead-status.ts';
import { hasName } from '../../../domain/intake/name.ts';
import { isUnanswered } from '../../../domain/work/answer.ts';
import {
  customersOf,
  type Deal,
  forgetCustomer,
  lostReasonOf,
  statusSince,
  withChange,
} from '../../../domain/work/deal.ts';
import { firstWords } from '../../../domain/work/first-words.ts';
import { externalKey, saidKeys, saidWords, vehicleWords } from '../../../domain/work/found-by.ts';
import {
  mendedCustomer,
  mergedContact,
  replacedByEdit,
  replacedByMerge,
  type SaidValue,
  withoutLeads,
} from '../../../domain/work/mended-contact.ts';
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
      .sort(orderOf(query))
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

  async tally({ since, until }: Span): Promise<readonly TalliedLead[]> {
    return [...this.#records.deals.values()]
      .filter(({ receivedAt }) => receivedAt >= since && receivedAt < until)
      .map((deal) => ({ ...this.#summaryOf(deal), waits: isUnanswered(deal) }));
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
    for (const deal of this.#dealsOf(goneId)) deals.set(deal.id, { ...deal, contactId: kept.id });
    this.#mendDeals(whole, replacedByMerge(gone, whole));
  }

  #mendDeals(contact: Contact, replaced: readonly SaidValue[]): void {
    if (replaced.length === 0) return;
    for (const deal of this.#dealsOf(contact.id))
      this.#records.deals.set(deal.id, { ...deal, present: mendedCustomer(deal, contact, replaced) });
  }

  async erase(soughtId: string, at: Date): Promise<void> {
    const { contacts, erased } = this.#records;
    const contactId = this.#records.presentId(soughtId);
    for (const deal of this.#dealsOf(contactId)) this.#forget(deal, at);
    const contact = contacts.get(contactId);
    if (!contact) return;
    this.#records.remove(contact);
    erased.set(contactId, at);
  }

  async eraseLead(leadId: string, at: Date): Promise<void> {
    const deal = this.#records.deals.get(leadId);
    if (deal) this.#forgetAll([deal], at);
  }

  /** Their contacts stay. */
  #forgetAll(gone: readonly Deal[], at: Date): void {
    for (const deal of gone) this.#forget(deal, at);
    for (const [contactId, deals] of Map.groupBy(gone, (deal) => deal.contactId)) {
      const contact = this.#records.contacts.get(contactId);
      const customers = deals.flatMap(customersOf);
      if (contact) this.#records.keep(withoutLeads(contact, customers, this.#customersOf(contactId)));
    }
  }

  #isSought(contact: Contact, sought: ContactSearch): boolean {
    return 'name' in sought ? hasName(contact, sought.name) : this.#keysOf(contact).has(sought.key);
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
      .filter(({ id }) => !this.#dealsOf(id).some(hasCustomer));
    for (const contact of gone) {
      this.#records.remove(contact);
      erased.set(contact.id, at);
    }
    return { leads: old.length, contacts: gone.length };
  }

  #forget(deal: Deal, at: Date): void {
    this.#records.deals.set(deal.id, forgetCustomer(deal, at));
    this.#records.forgetAnswers(deal.id);
  }

  #summaryOf(deal: Deal): DealSummary {
    return {
      id: deal.id,
      contactId: deal.contactId,
      vendorId: deal.vendorId,
      vendorName: deal.vendorName,
      customer: deal.customer,
      present: deal.present,
      dealType: deal.dealType,
      externalId: deal.externalId,
      vehicle: deal.vehicle,
      receivedAt: deal.receivedAt,
      status: deal.status,
      statusSince: statusSince(deal),
      owner: deal.owner,
      answeredAt: deal.answeredAt,
      reopened: deal.reopened,
      followUpAt: deal.followUpAt,
      lostReason: lostReasonOf(deal),
      firstWords: firstWords(deal),
      changedAt: deal.changedAt,
    };
  }

  /** Held, shown, or of its leads. */
  #keysOf(contact: Contact): ReadonlySet<IdentityKey> {
    const said = this.#dealsOf(contact.id).flatMap(saidKeys);
    return new Set([...contact.keys, ...identityKeys(contact), ...said]);
  }

  #customersOf(contactId: string): readonly CustomerAsSent[] {
    return this.#dealsOf(contactId).flatMap(customersOf);
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
  (query.due === undefined || (deal.followUpAt !== undefined && deal.followUpAt < query.due)) &&
  (!query.unanswered || isUnanswered(deal)) &&
  (query.unmovedSince === undefined || statusSince(deal) < query.unmovedSince) &&
  (!query.known || hasCustomer(deal)) &&
  (query.owners === undefined || query.owners.includes(deal.owner ?? null)) &&
  (query.matching === undefined || query.matching.some((match) => matches(deal, match))) &&
  (!query.changed || deal.changedAt !== undefined) &&
  (query.after === undefined || orderOf(query)(query.after, deal) < 0);

function matches(deal: Deal, match: DealMatch): boolean {
  if ('id' in match) return deal.id === match.id;
  if ('externalId' in match) return deal.externalId === match.externalId;
  if ('externalIdInAnyCase' in match)
    return (
      deal.externalId !== undefined && externalKey(deal.externalId) === externalKey(match.externalIdInAnyCase)
    );
  if ('said' in match) return saidKeys(deal).includes(match.said);
  if ('contactId' in match) return deal.contactId === match.contactId;
  if (!deal.customer) return false;
  if ('phoneEnd' in match)
    return saidKeys(deal).some((key) => key.startsWith('p:') && key.endsWith(match.phoneEnd));
  if ('words' in match) return haveBeginnings(saidWords(deal), match.words);
  return (
    haveBeginnings([...saidWords(deal), ...vehicleWords(deal)], match.anyWords) &&
    (match.year === undefined || deal.vehicle.year === match.year)
  );
}

const haveBeginnings = (words: readonly string[], starts: readonly string[]): boolean =>
  starts.every((start) => words.some((word) => word.startsWith(start)));

type Order = (a: DealPlace, b: DealPlace) => number;

function orderOf(query: Pick<DealQuery, 'due' | 'unanswered' | 'changed' | 'changes' | 'newest'>): Order {
  const upwards: Order = (a, b) =>
    placeTime(a, query).getTime() - placeTime(b, query).getTime() || (a.id < b.id ? -1 : 1);
  const isDown = ['newest', 'changed'].includes(listOrder(query));
  return isDown ? (a, b) => upwards(b, a) : upwards;
}
