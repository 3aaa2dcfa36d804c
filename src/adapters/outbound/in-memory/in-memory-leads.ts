import { orderOf } from '../../../application/operators/leads/orders.ts';
import { type DealConditions, isWanted } from '../../../application/operators/ports/deal-conditions.ts';
import type {
  AnnounceChange,
  DealPlace,
  DealQuery,
  DecideChange,
  KeptLeads,
} from '../../../application/operators/ports/outbound/kept-leads.ts';
import type { DealOutcome, LeadRecord } from '../../../application/operators/ports/records.ts';
import { type Deal, withChange } from '../../../domain/work/deal.ts';
import { type DealSummary, summaryOf } from '../../../domain/work/deal-summary.ts';
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
    const order = sorted(query);
    const { after } = query;
    return this.#wanted(query)
      .filter((deal) => after === undefined || order(after, deal) < 0)
      .toSorted(order)
      .slice(0, query.limit)
      .map(summaryOf);
  }

  async countDeals(conditions: readonly DealConditions[], most: number): Promise<readonly number[]> {
    return conditions.map((each) => Math.min(most, this.#wanted(each).length));
  }

  #wanted(conditions: DealConditions): readonly Deal[] {
    const contactId = conditions.contactId && this.#records.presentId(conditions.contactId);
    return [...this.#records.deals.values()].filter((deal) => isWanted(deal, { ...conditions, contactId }));
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

type Compare = (a: DealPlace, b: DealPlace) => number;

function sorted(query: DealQuery): Compare {
  const { time, latestFirst } = orderOf(query);
  const upwards: Compare = (a, b) => time(a).getTime() - time(b).getTime() || (a.id < b.id ? -1 : 1);
  return latestFirst ? (a, b) => upwards(b, a) : upwards;
}
