import type { Tally } from '#operators/domain/work/tally.ts';

/** The values of leads that reports count. Throws StoreUnavailable. */
export interface ReportTally {
  /**
   * Resolves to the leads received in the span, in tallies of any number, in any order. Reports ask for a week at a
   * time. The answer may be some minutes old.
   */
  tally(span: Span): Promise<readonly Tally[]>;

  /** Counts the leads of each vendor that were received in the span, in any order: far quicker than a tally. */
  vendors(span: Span): Promise<readonly VendorCount[]>;
}

/** How many leads a vendor sent, and how many of them are won now. */
export interface VendorCount {
  readonly vendorId: string;
  readonly received: number;
  readonly won: number;
}

/** A time from `since` on, before `until`. */
export interface Span {
  readonly since: Date;
  readonly until: Date;
}
