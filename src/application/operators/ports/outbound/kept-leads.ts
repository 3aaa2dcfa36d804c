import type { Deal, DealChange } from '../../../../domain/work/deal.ts';
import type { Announcement } from '../../../events/ports/deliveries.ts';
import type { DealConditions } from '../deal-conditions.ts';
import type { DealOutcome, DealSummary, LeadRecord } from '../records.ts';

/**
 * The leads of the customer-relationship system, for operators.
 * Once a method resolves, its work is durable. Any method can throw StoreUnavailable and still have done its work. Ids and
 * keys are any text, compared exactly.
 */
export interface KeptLeads {
  lead(leadId: string): Promise<LeadRecord | undefined>;

  /** Those leads that there are, in any order. */
  leads(leadIds: readonly string[]): Promise<readonly LeadRecord[]>;

  /**
   * Sorted by time of receipt, with `unanswered` by since when the clock runs (`clockOf`), then by id; with `newest`, the
   * other way round. Whatever `newest` says, with `due` sorted by the time of the follow-up, with `changed` by the time of
   * the last change, the latest first, and with `changes` by that time, or else of receipt; each then by id.
   */
  deals(query: DealQuery): Promise<readonly DealSummary[]>;

  /** How many deals meet each of the conditions, in their order; none is counted further than `most`. */
  countDeals(conditions: readonly DealConditions[], most: number): Promise<readonly number[]>;

  /**
   * Changes deals, each of them once: writes the change that `decide` returns for the deal as it stands at that moment, all
   * parts of it together. Writes nothing if `decide` returns `undefined`, or if it throws, which is that deal's outcome and
   * stops no other. Of concurrent changes, each is decided after those before it, and none is lost; `decide` may be called
   * again for it. Resolves to the outcomes, in the order of the ids. What `announce` returns for a change is kept in the
   * same write, by a store with webhooks.
   */
  changeDeals(
    leadIds: readonly string[],
    decide: DecideChange,
    announce?: AnnounceChange,
  ): Promise<readonly DealOutcome[]>;
}

/** What is to be changed of a deal; `undefined`: nothing. */
export type DecideChange = (deal: Deal) => DealChange | undefined;

/** What is to be delivered of a change. */
export type AnnounceChange = (before: Deal, change: DealChange) => readonly Announcement[];

/** Which deals to find, and how they are sorted. */
export interface DealQuery extends DealConditions {
  /** The newest first. */
  readonly newest?: boolean | undefined;
  /** All deals, sorted by the last change, or by receipt if there was none: the earliest first, then by id. */
  readonly changes?: boolean | undefined;
  /** Only deals after this position, in the order that was asked for. */
  readonly after?: DealPlace | undefined;
  readonly limit: number;
}

/**
 * A deal's position in the order of `deals`: with `due`, the time of its follow-up counts, with `unanswered` since when its
 * clock runs, with `changed` and `changes` its last change. An empty id comes before every deal of its time.
 */
export type DealPlace = Pick<Deal, 'receivedAt' | 'id' | 'followUp' | 'reopened' | 'changedAt'>;
