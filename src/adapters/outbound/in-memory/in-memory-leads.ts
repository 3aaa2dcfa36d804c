import { listOrder, placeTime } from '../../../application/operators/leads/place-time.ts';
import type {
  AnnounceChange,
  DealConditions,
  DealMatch,
  DealPlace,
  DealQuery,
  DecideChange,
  KeptLeads,
} from '../../../application/operators/ports/outbound/kept-leads.ts';
import type { DealOutcome, LeadRecord } from '../../../application/operators/ports/records.ts';
import { hasCustomer } from '../../../domain/intake/contact.ts';
import { isFinal } from '../../../domain/intake/lead-status.ts';
import { isUnanswered } from '../../../domain/work/answer.ts';
import { type Deal, statusSince, withChange } from '../../../domain/work/deal.ts';
import { type DealSummary, summaryOf } from '../../../domain/work/deal-summary.ts';
import { externalKey, saidKeys, saidWords, vehicleWords } from '../../../domain/work/found-by.ts';
import type { InMemoryRecords } from './in-memory-records.ts';

/** As in InMemoryCrm on the same Maps, each method runs without an `await`, so no other call sees it half done. */
export class InMemoryLeads implements KeptLeads {
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
    return wanted.sort(orderOf(query)).slice(0, query.limit).map(summaryOf);
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
