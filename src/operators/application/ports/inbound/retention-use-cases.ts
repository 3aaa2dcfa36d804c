import type { OwedRemains } from '../outbound/remains.ts';

/**
 * Erases for good the customers who have been kept for long enough. Leads that became Won or Lost so long ago
 * keep what `eraseLead` leaves; a contact goes with its last lead. Works in groups and rests after each for as
 * long as it took. May be repeated, also after an interruption. A run makes one entry in the audit log. Throws
 * Refused if another run is under way.
 */
export type RunRetention = (order: RetentionOrder) => Promise<RetentionOutcome>;

/** The leads that a run is to erase, and who runs it. */
export interface RetentionOrder {
  /** Months since a lead got its last status, 1 to 1,200. */
  readonly months: number;
  /** Also erases open leads that nobody has moved for as long. */
  readonly openToo?: boolean | undefined;
  /** Only counts the leads, and records nothing. */
  readonly dryRun?: boolean | undefined;
  readonly by: string;
  /** Called after each group with the number so far. */
  readonly progress?: ((leads: number) => void) | undefined;
  /** Called after each group: whether to leave the rest to another run. */
  readonly isStopped?: (() => boolean) | undefined;
}

/** The leads and contacts that a run erased, or would erase. */
export interface RetentionOutcome {
  /** Leads that got their last status before this time were erased. */
  readonly before: Date;
  readonly leads: number;
  /** `undefined` after a dry run. */
  readonly contacts: number | undefined;
  /** Whether the run was stopped before all were erased. */
  readonly stopped: boolean;
  /** Bytes of the erased customers that are still in the store's files. */
  readonly owed?: OwedRemains | undefined;
}
