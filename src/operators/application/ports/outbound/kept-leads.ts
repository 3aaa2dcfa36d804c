import type { DealConditions } from '#operators/domain/work/deal-conditions.ts';
import type { DealChange, WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import type { Announcement } from '../../events/ports/deliveries.ts';
import type { DealOutcome, DealSummary, LeadRecord } from '../records.ts';

/**
 * The leads of the customer-relationship system, for operators. Once a method resolves, its work is durable. Any
 * method can throw StoreUnavailable and still have done its work. Ids and keys are any text, compared exactly.
 */
export interface KeptLeads {
  /** Resolves to whether there is a lead with this id. */
  has(leadId: string): Promise<boolean>;

  lead(leadId: string): Promise<LeadRecord | undefined>;

  /** Resolves to those of these leads that exist, in any order. */
  leads(leadIds: readonly string[]): Promise<readonly LeadRecord[]>;

  /**
   * Resolves to deals sorted by time of receipt, then by id; `newest` reverses that. `unanswered` sorts by the
   * beginning of the wait (`clockOf`) instead, also reversed by `newest`. Whatever `newest` says, `due` sorts
   * by the time of the follow-up, `givenSince` by the time of the gift and `changed` by the last change, both latest
   * first, and `changes` by the last change or else receipt; each then by id.
   */
  deals(query: DealQuery): Promise<readonly DealSummary[]>;

  /** Counts the deals that meet each of the conditions, in their order, each up to `most`. */
  countDeals(conditions: readonly DealConditions[], most: number): Promise<readonly number[]>;

  /**
   * Changes deals, each once: writes the change that `decide` returns for the deal as it is at that moment, all
   * its parts together. Writes nothing if `decide` returns `undefined` or throws; the error is then that deal's
   * outcome and stops no other. Concurrent changes are decided one after the other, and none is lost; `decide`
   * may be called again for a deal. A store with webhooks keeps what `announce` returns for a change in the
   * same write. Resolves to the outcomes, in the order of the ids.
   */
  changeDeals(
    leadIds: readonly string[],
    decide: DecideChange,
    announce?: AnnounceChange,
  ): Promise<readonly DealOutcome[]>;
}

/** Decides the change of a deal; `undefined`: none. */
export type DecideChange = (deal: WorkedDeal) => DealChange | undefined;

/** Makes the announcements of a change. */
export type AnnounceChange = (before: WorkedDeal, change: DealChange) => readonly Announcement[];

/** Conditions on deals, and their order. */
export interface DealQuery extends DealConditions {
  /** Newest first. */
  readonly newest?: boolean | undefined;
  /** All deals, sorted by the last change, or by receipt if there was none: the earliest first, then by id. */
  readonly changes?: boolean | undefined;
  /** Only deals after this position, in the order that was asked for. */
  readonly after?: DealPlace | undefined;
  readonly limit: number;
}

/**
 * A deal's position in the order of `deals`: the order's time (the follow-up with `due`, the beginning of the
 * wait with `unanswered`, the gift with `givenSince`, the last change with `changed` and `changes`) and the id. An empty id comes before
 * every deal of its time.
 */
export type DealPlace = Pick<
  WorkedDeal,
  'receivedAt' | 'id' | 'followUp' | 'reopened' | 'assigned' | 'changedAt'
>;
