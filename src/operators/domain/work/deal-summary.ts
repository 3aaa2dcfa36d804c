import { firstWords } from './first-words.ts';
import { lostReasonOf, statusSince, type WorkedDeal } from './worked-deal.ts';

/** A deal in a list: without the parts that may be long or that only the store needs. */
export type DealSummary = Omit<WorkedDeal, 'notes' | 'idempotency' | 'history' | 'activities'> & {
  /** The time at which the deal got its present status. */
  readonly statusSince: Date;
  /** `lostReasonOf` the deal. */
  readonly lostReason?: string | undefined;
  /** `firstWords` of the deal. */
  readonly firstWords: string;
};

/**
 * Shortens a deal for a list. Looks only at the history's last entry and the first `WORDS_WITHIN` characters of
 * the notes.
 */
export function summaryOf(deal: WorkedDeal): DealSummary {
  const { notes: _notes, idempotency: _key, history: _history, activities: _activities, ...kept } = deal;
  return {
    ...kept,
    statusSince: statusSince(deal),
    lostReason: lostReasonOf(deal),
    firstWords: firstWords(deal),
  };
}
