import type { DealType } from '../../../../domain/intake/deal-type.ts';

/** What became of the leads that were received in a span. Throws Refused if it ends before it begins. */
export type ReportLeads = (span: { readonly since: Date; readonly until: Date }) => Promise<Report>;

/** Leads by date of receipt. A list has its groups in no order, and none without leads. */
export interface Report {
  readonly total: Counts;
  readonly rows: readonly ({ readonly vendorId: string; readonly dealType: DealType } & Counts)[];
  readonly vendors: readonly ({ readonly vendorId: string } & Counts)[];
  readonly types: readonly ({ readonly dealType: DealType } & Counts)[];
  /** By whoever takes care of the leads now; `undefined`: nobody. */
  readonly owners: readonly ({ readonly owner?: string | undefined } & Counts)[];
  /** The earliest first: `2026-11-25`, in the business's time zone. */
  readonly days: readonly ({ readonly day: string } & LeadCounts)[];
  /** Why leads are lost, by vendor and deal type. */
  readonly lost: readonly LostCount[];
  /** How soon customers are to be answered. */
  readonly goal: {
    /** In milliseconds. */
    readonly within: number;
    /** Whether only hours of the desk count. */
    readonly hasHours: boolean;
  };
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

/** What became of leads, and how soon their customers were answered. */
export type Counts = LeadCounts & AnswerCounts;

/** How many leads were received, and their present status. */
export interface LeadCounts {
  readonly received: number;
  readonly open: number;
  readonly won: number;
  readonly lost: number;
  /** Of the lost ones, those that do not count for the win rate: a test, spam, a duplicate. */
  readonly notCounted: number;
}

/** How soon customers were first answered: each lead is answered, or unanswered, or unknown. Times are milliseconds. */
export interface AnswerCounts {
  readonly answered: number;
  /** Those whose customers wait now, also anew since the lead was reopened. */
  readonly unanswered: number;
  /** Nobody knows when they were answered: a list that was handed back moved them. */
  readonly unknown: number;
  /** Of the unanswered. */
  readonly late: number;
  /** Promises to turn to the customer again that were kept, or not: also those that stand, and whose time is long over. */
  readonly promisesKept: number;
  readonly promisesMissed: number;
  /** Half of the first answers took no longer, also those of leads that wait anew. `undefined` if there are none. */
  readonly median: number | undefined;
  /** Nine of ten took no longer. */
  readonly p90: number | undefined;
  /** The part of first answers within the goal, from 0 to 1, of all that were given or that are late. */
  readonly inTime: number | undefined;
}
