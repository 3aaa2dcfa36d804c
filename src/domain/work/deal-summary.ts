import { type Deal, lostReasonOf, statusSince } from './deal.ts';
import { firstWords } from './first-words.ts';

/** A deal in a list: all but what may be long, or is for the store alone. */
export type DealSummary = Omit<Deal, 'notes' | 'idempotency' | 'history' | 'activities'> & {
  /** When it got its present status. */
  readonly statusSince: Date;
  /** `lostReasonOf` the deal. */
  readonly lostReason?: string | undefined;
  /** `firstWords` of the deal. */
  readonly firstWords: string;
};

/** The deal in a list. Of its history it looks at the last entry, and of its notes at the beginning (`WORDS_WITHIN`). */
export function summaryOf(deal: Deal): DealSummary {
  const { notes: _notes, idempotency: _key, history: _history, activities: _activities, ...kept } = deal;
  return {
    ...kept,
    statusSince: statusSince(deal),
    lostReason: lostReasonOf(deal),
    firstWords: firstWords(deal),
  };
}
