import type { TalliedLead } from '../../../../domain/work/tallied-lead.ts';

/** What reports count. Throws StoreUnavailable. */
export interface ReportTally {
  /**
   * The leads that were received in the span, in any order. This is for reports, which ask for a week at a time: the store
   * may be some minutes behind in what it answers.
   */
  tally(span: Span): Promise<readonly TalliedLead[]>;
}

/** From one time, until before another. */
export interface Span {
  readonly since: Date;
  readonly until: Date;
}
