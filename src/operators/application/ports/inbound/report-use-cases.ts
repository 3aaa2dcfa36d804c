import type { DealType } from '../../../../domain/deal-type.ts';
import type { Span, VendorCount } from '../outbound/report-tally.ts';

/** Reports on the leads that were received in a span. Throws Refused if the span ends before it begins. */
export type ReportLeads = (span: { readonly since: Date; readonly until: Date }) => Promise<Report>;

/** Reads what each person, and nobody, has to do now; each number up to `most`. */
export type ReadTeam = (query: { readonly most: number }) => Promise<readonly TeamMember[]>;

/** What a person has to do now, whenever their leads came. */
export interface TeamMember {
  /** The person's id; `undefined`: nobody. */
  readonly owner: string | undefined;
  readonly open: number;
  /** Promises for today or before, also on leads of others. */
  readonly due: number;
  /** Leads whose customers wait for the first answer for longer than the goal. */
  readonly late: number;
  /** Leads that stand still, as on My day. */
  readonly still: number;
  /** Leads that others gave to them within two weeks and that they have not opened. */
  readonly given: number;
}

/** Counts the leads that each vendor sent in each of these spans. */
export type CountVendors = (query: {
  readonly spans: readonly Span[];
}) => Promise<readonly (readonly VendorCount[])[]>;

/** Leads by date of receipt. The groups of a list are in no order, and groups without leads are left out. */
export interface Report {
  readonly total: Counts;
  readonly rows: readonly ({ readonly vendorId: string; readonly dealType: DealType } & Counts)[];
  readonly vendors: readonly ({ readonly vendorId: string } & Counts)[];
  readonly types: readonly ({ readonly dealType: DealType } & Counts)[];
  /** By the leads' present owners; `undefined`: nobody. */
  readonly owners: readonly ({ readonly owner?: string | undefined } & Counts)[];
  /** By days such as `2026-11-25` in the business's time zone, the earliest first. */
  readonly days: readonly ({ readonly day: string } & LeadCounts)[];
  /** Why leads are lost, by vendor and deal type. */
  readonly lost: readonly LostCount[];
  /** How soon customers are to be answered. */
  readonly goal: {
    /** In milliseconds. */
    readonly within: number;
    /** Whether only the desk's hours count. */
    readonly hasHours: boolean;
  };
}

/** How many leads are lost for a reason. */
export interface LostCount {
  readonly vendorId: string;
  readonly dealType: DealType;
  /** The reason's code. */
  readonly lostReason: string;
  /** The reason's words; the code if the settings no longer have the reason. */
  readonly words: string;
  readonly leads: number;
}

/** Leads by their present status, and how soon their customers were answered. */
export type Counts = LeadCounts & AnswerCounts;

/** How many leads were received, and their present status. */
export interface LeadCounts {
  readonly received: number;
  readonly open: number;
  readonly won: number;
  readonly lost: number;
  /** Lost leads that are left out of the win rate: a test, spam, a duplicate. */
  readonly notCounted: number;
}

/**
 * How soon customers were first answered. Each lead is answered, unanswered or unknown. Times are milliseconds.
 */
export interface AnswerCounts {
  readonly answered: number;
  /** Leads whose customers wait now, also those that wait again since a reopening. */
  readonly unanswered: number;
  /** Leads whose time of answer nobody knows: a list that was handed back moved them. */
  readonly unknown: number;
  /** Unanswered leads that are late. */
  readonly late: number;
  /** Follow-ups that were kept or missed. One that still stands long after its time counts as missed. */
  readonly promisesKept: number;
  readonly promisesMissed: number;
  /** The median time of first answers, also of reopened leads that wait again. `undefined` if there are none. */
  readonly median: number | undefined;
  /** The time within which nine of ten first answers came. */
  readonly p90: number | undefined;
  /** The part of first answers within the goal, from 0 to 1, of all that were given or are late. */
  readonly inTime: number | undefined;
}
