import type { Promises } from '../../../../domain/work/promises.ts';
import type { DealSummary } from '../records.ts';

/** What reports count. Throws StoreUnavailable. */
export interface ReportTally {
  /**
   * The leads that were received in the span, in any order. This is for reports, which ask for a month at a time: the store
   * may be some minutes behind in what it answers.
   */
  tally(span: Span): Promise<readonly TalliedLead[]>;
}

/** From one time, until before another. */
export interface Span {
  readonly since: Date;
  readonly until: Date;
}

/** What a report counts a lead by. */
export interface TalliedLead
  extends Pick<
    DealSummary,
    'vendorId' | 'dealType' | 'status' | 'owner' | 'lostReason' | 'receivedAt' | 'answeredAt' | 'reopened'
  > {
  /** Whether it `isUnanswered`. */
  readonly waits: boolean;
  /** `promisesOf` the deal. */
  readonly promises: Promises;
  /** Of the follow-up that stands. */
  readonly followUpAt: Date | undefined;
}
