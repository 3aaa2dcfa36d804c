import type { OwedRemains } from '../outbound/remains.ts';

/**
 * Erases customers who have been kept for long enough, for good: leads that were Won or Lost so long ago keep what
 * `eraseLead` leaves; a contact without any other lead is erased with its last. It goes in groups, and rests after each
 * for as long as it took. Can be repeated, also after it was broken off. One entry in the audit log a run. Throws Refused
 * if somebody else runs it.
 */
export type RunRetention = (order: RetentionOrder) => Promise<RetentionOutcome>;

/** Which leads one run erases, and who runs it. */
export interface RetentionOrder {
  /** The months since a lead got its last status, 1 to 1,200. */
  readonly months: number;
  /** Also leads that nobody has closed or moved for so long. */
  readonly openToo?: boolean | undefined;
  /** Only counts the leads. Nothing is recorded. */
  readonly dryRun?: boolean | undefined;
  readonly by: string;
  /** Told after each group how many there were so far. */
  readonly progress?: ((leads: number) => void) | undefined;
  /** Asked after each group: whether to leave the rest to another run. */
  readonly isStopped?: (() => boolean) | undefined;
}

/** What one run erased, or would erase. */
export interface RetentionOutcome {
  /** Leads with a last status from before this time were erased. */
  readonly before: Date;
  readonly leads: number;
  /** `undefined` of a dry run. */
  readonly contacts: number | undefined;
  /** Whether it was stopped before all were erased. */
  readonly stopped: boolean;
  /** What the store's files still have of them. */
  readonly owed?: OwedRemains | undefined;
}
