import type { EmailAddress } from '../../../../domain/intake/email-address.ts';
import type { PhoneNumber } from '../../../../domain/intake/phone-number.ts';
import type { Activity } from '../../../../domain/work/activity.ts';
import type { Answer } from '../../../../domain/work/answer-goal.ts';
import type { Deal, StatusChange } from '../../../../domain/work/deal.ts';
import type { LostReason } from '../../../../domain/work/lost-reason.ts';
import type { Author } from '../../../../domain/work/person.ts';
import type { DealConditions } from '../deal-conditions.ts';
import type { DealSummary, LeadRecord } from '../records.ts';
import type { Mended } from './contact-use-cases.ts';
import type { By } from './people-use-cases.ts';

/**
 * Everything that is kept of a lead, and what else is known of its customer. The look at them is recorded in the audit log,
 * as a look at this lead.
 */
export type ShowLead = (query: { readonly leadId: string; readonly by: By }) => Promise<ShownLead>;

/** A lead with its contact. */
export interface ShownLead extends LeadRecord {
  /** `undefined` if nobody waits for an answer, and nobody knows when it was given. */
  readonly answer: Answer | undefined;
  /** Its latest hundred changes of owner, oldest first. */
  readonly assignments: readonly OwnerChange[];
  /** The latest ten other leads of its contact, the newest first, without those whose customer was erased; none if its own was. */
  readonly others: readonly Deal[];
  /** Whether the contact has more. */
  readonly moreOthers: boolean;
  /** Of its contact. */
  readonly mended: Mended;
}

/** Who made a lead somebody's, or nobody's. */
export interface OwnerChange extends Author {
  readonly at: Date;
  /** Ids of people; `null`: nobody. */
  readonly from: string | null;
  readonly to: string | null;
}

/** A page of leads, with a cursor to continue from. */
export type ListLeads = (query: LeadListQuery) => Promise<LeadPage>;

/**
 * A page of all leads, in the order in which they were received or last changed. Whoever walks on by `next` sees each lead
 * again after each change: there is always a `next`, which says where to go on, and repeats the last minute, because a change may be written
 * later than another that was made after it. A change is missed only if it was written more than a minute late.
 */
export type ListChanges = (query: {
  /** `next` of the previous page. Empty: from the beginning. */
  readonly after?: string | undefined;
  /** 1 or more. */
  readonly limit: number;
}) => Promise<LeadPage & { readonly next: string }>;

/** How many leads meet each of the conditions, in their order; none is counted further than `most`. */
export type CountLeads = (query: {
  readonly of: readonly LeadConditions[];
  readonly most: number;
}) => Promise<readonly number[]>;

/** What somebody who works on leads has to turn to today, and their other open leads, each once: in the order of the parts, at most so many of each. */
export type ReadDay = (query: { readonly by: By; readonly most: number }) => Promise<LeadDay>;

/** A follow-up that somebody else ended or moved. */
export interface TakenFollowUp extends Author {
  /** When they did. */
  readonly at: Date;
  /** `undefined` if there is none any more. */
  readonly lead: DealSummary | undefined;
  readonly from: Date;
  /** `undefined`: it ended. */
  readonly to: Date | undefined;
}

/** Leads that somebody gave to them at once. */
export interface GivenLeads extends Author {
  readonly at: Date;
  /** The id of whose they were; `undefined`: nobody’s. */
  readonly from: string | undefined;
  readonly leads: readonly DealSummary[];
}

/** Each open lead that is theirs or nobody’s stands in one part. */
export interface LeadDay {
  /** What others did to their follow-ups, the latest first, until they have looked at the lead. */
  readonly taken: readonly TakenFollowUp[];
  /** What others gave to them, the latest first, until they have looked at the lead. */
  readonly given: readonly GivenLeads[];
  /** What was promised for today, by them or of theirs, the longest late first. */
  readonly promised: DayPart;
  /** Nobody has answered the customer or said when to: by the time that is left until they are late, then the latest first. */
  readonly fresh: DayPart;
  /** Their own without a promise, with which nobody has done anything for three days, the longest first. */
  readonly still: DayPart;
  /** Nobody’s, or of who has left, that are not new, the longest still first: on everybody’s day until somebody takes them. */
  readonly nobodys: DayPart;
  /** Their other open leads, by when they come back. */
  readonly others: DayPart;
}

/** Some of the leads of a part of the day, and whether there are more. */
export type DayPart = Pick<LeadPage, 'leads' | 'more'>;

/** All conditions but what is looked up first. */
export type LeadConditions = Omit<
  LeadListQuery,
  'text' | 'ids' | 'key' | 'email' | 'phone' | 'limit' | 'cursor'
>;

/** What a store is asked as it is said. */
type PlainConditions = Omit<
  DealConditions,
  | 'owners'
  | 'ownersOrPromised'
  | 'matching'
  | 'vendorId'
  | 'keyId'
  | 'contactId'
  | 'said'
  | 'unmovedSince'
  | 'known'
>;

/** Which leads to list: those that meet every condition given. */
export interface LeadListQuery extends PlainConditions {
  /** The newest first; `due` and `changed` have orders of their own. */
  readonly newest?: boolean | undefined;
  /** Milliseconds: only leads that have had their present status for longer, and whose customer's data was not erased. */
  readonly waiting?: number | undefined;
  /** The name or id of the person who takes care of them, or with `due` also who promised to; `null`: nobody. Whom nobody knows is refused. */
  readonly owner?: string | null | undefined;
  /** Together with `owner`: also nobody's. */
  readonly orNobody?: boolean | undefined;
  /**
   * Of the customer, as sent or as mended since: an email, a phone in any form or its last digits, 4 or more, the beginnings
   * of words of the name. Those of make and model of the vehicle. Or an id of the lead: ours, or the vendor's in any case.
   */
  readonly text?: string | undefined;
  readonly vendor?: string | undefined;
  /** The id of the issued key that the leads came with. */
  readonly key?: string | undefined;
  /** Only these. Not together with `text`. */
  readonly ids?: readonly string[] | undefined;
  /** The id of a contact. */
  readonly contact?: string | undefined;
  /** What the customer has in it, as sent or as mended since; at most one of the two. */
  readonly email?: EmailAddress | undefined;
  readonly phone?: PhoneNumber | undefined;
  /** 1 or more. */
  readonly limit: number;
  /** `next` of the previous page. Empty: from the beginning. */
  readonly cursor?: string | undefined;
}

/** In order of receipt, or the newest first, or as `due`, `unanswered` and `changed` say. */
export interface LeadPage {
  readonly leads: readonly ListedLead[];
  /**
   * The cursor to continue from. With the oldest first, there is always one: after the last page, it continues with the
   * leads that have arrived since. It also repeats those of the last minute, because a lead that was received earlier may
   * be written later. So a lead may appear twice. It is missed only if it was written more than a minute after its
   * receipt. In any other order but that of `ListChanges`, there is none after the last page, and who changes meanwhile
   * may be in no page.
   */
  readonly next: string | undefined;
  readonly more: boolean;
}

/** A lead in a list. */
export type ListedLead = DealSummary & Pick<ShownLead, 'answer'>;

/** Which of these leads are not the only one of their contact, by their ids. */
export type ReadOtherLeads = (query: {
  readonly leads: readonly Pick<DealSummary, 'id' | 'contactId'>[];
}) => Promise<ReadonlyMap<string, OtherLeads>>;

/** How many other leads the contact of a lead has. */
export interface OtherLeads {
  readonly others: number;
  /** Their contacts have so many leads that not all were counted. */
  readonly more: boolean;
}

/** Why leads are lost, in the operator's order. */
export type NameLostReasons = () => Promise<readonly LostReason[]>;

/**
 * A list that leaves the service, by default whole, in pages that are each read when it is asked for. It is recorded in the
 * audit log, and the first page is read, before anything of it is told.
 */
export type ExportLeads = (
  query: Omit<LeadListQuery, 'limit'> & { readonly limit?: number | undefined; readonly by: By },
) => Promise<AsyncIterable<LeadPage>>;

/** The same, of each lead also the notes, the ZIP of its contact, and what was done with it. */
export type ExportWholeLeads = (
  query: Parameters<ExportLeads>[0],
) => Promise<AsyncIterable<{ readonly leads: readonly WholeLead[] } & Omit<LeadPage, 'leads'>>>;

/** A lead of a list, with what is too long for one. */
export type WholeLead = ListedLead & {
  readonly notes: string;
  readonly zip: string | undefined;
  /** After its receipt, the oldest first. */
  readonly moves: readonly StatusChange[];
  /** The oldest first. */
  readonly activities: readonly Activity[];
};
