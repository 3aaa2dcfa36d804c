import type { DealType } from '../../../domain/deal-type.ts';

/** What an operator is told of many leads at once. */
export interface ReportUseCases {
  readonly reportLeads: ReportLeads;
}

/** What became of the leads that were received in a span. Throws Refused if it ends before it begins. */
export type ReportLeads = (span: { readonly since: Date; readonly until: Date }) => Promise<Report>;

/** Leads by date of receipt. */
export interface Report {
  /** Counted by vendor and deal type, in no order. */
  readonly rows: readonly ({ readonly vendorId: string; readonly dealType: DealType } & LeadCounts)[];
  /** Days with leads, the earliest first: `2026-11-25`, in the business's time zone. */
  readonly days: readonly ({ readonly day: string } & LeadCounts)[];
  readonly total: LeadCounts;
  /** Why leads are lost, by vendor and deal type, in no order. */
  readonly lost: readonly LostCount[];
  readonly answers: AnswerReport;
}

/** How many leads are lost for a reason. */
export interface LostCount {
  readonly vendorId: string;
  readonly dealType: DealType;
  /** Its code. */
  readonly lostReason: string;
  /** For people; the code if the reason is none of the settings any more. */
  readonly words: string;
  readonly leads: number;
}

/**
 * How soon customers were first answered, and how many wait now. Times are milliseconds. A list has its groups in no
 * order; one without answers and without leads that wait is left out.
 */
export interface AnswerReport {
  /** The goal. */
  readonly within: number;
  /** Whether only hours of the desk count. */
  readonly hasHours: boolean;
  readonly total: AnswerCounts;
  /** Leads of which nobody knows when they were answered: a list that was handed back moved them. */
  readonly unknown: number;
  readonly rows: readonly ({ readonly vendorId: string; readonly dealType: DealType } & AnswerCounts)[];
  readonly vendors: readonly ({ readonly vendorId: string } & AnswerCounts)[];
  readonly types: readonly ({ readonly dealType: DealType } & AnswerCounts)[];
  /** By whoever takes care of the leads now; `undefined`: nobody. */
  readonly owners: readonly ({ readonly owner?: string | undefined } & AnswerCounts)[];
}

/** The times are those of first answers. A lead that was reopened and waits again is one more that is unanswered. */
export interface AnswerCounts {
  readonly answered: number;
  readonly unanswered: number;
  /** Of the unanswered. */
  readonly late: number;
  /** Half of the answers took no longer. `undefined` if there are none. */
  readonly median: number | undefined;
  /** Nine of ten took no longer. */
  readonly p90: number | undefined;
  /** The part that was answered within the goal, from 0 to 1, of all that were answered or that are late without. */
  readonly inTime: number | undefined;
}

/** How many leads were received, and their present status. */
export interface LeadCounts {
  readonly received: number;
  readonly open: number;
  readonly won: number;
  readonly lost: number;
  /** Of the lost ones, those that do not count for the win rate: a test, spam, a duplicate. */
  readonly notCounted: number;
}
