import type { Activity } from '#operators/domain/work/activity.ts';
import type { Answer } from '#operators/domain/work/answer-goal.ts';
import type { DealConditions } from '#operators/domain/work/deal-conditions.ts';
import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import type { Author } from '#operators/domain/work/person.ts';
import type { WorkDone } from '#operators/domain/work/work-done.ts';
import type { StatusChange, WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import type { EmailAddress } from '../../../../domain/email-address.ts';
import type { PhoneNumber } from '../../../../domain/phone-number.ts';
import type { Span } from '../outbound/report-tally.ts';
import type { DealSummary, LeadRecord } from '../records.ts';
import type { Mended } from './contact-use-cases.ts';
import type { By } from './people-use-cases.ts';

/**
 * Shows everything that is kept of a lead, and what else is known of its customer. The audit log records it as
 * a look at this lead.
 */
export type ShowLead = (query: { readonly leadId: string; readonly by: By }) => Promise<ShownLead>;

/** A lead with its contact. */
export interface ShownLead extends LeadRecord {
  /** How long the customer waits for the first answer, or waited; `undefined` if neither is known. */
  readonly answer: Answer | undefined;
  /** The latest hundred changes of owner, oldest first. */
  readonly assignments: readonly OwnerChange[];
  /**
   * The contact's latest ten other leads, newest first, without those of erased customers; empty if this lead's
   * was erased.
   */
  readonly others: readonly WorkedDeal[];
  /** Whether the contact has more leads. */
  readonly moreOthers: boolean;
  /** Who last edited each field of the contact. */
  readonly mended: Mended;
}

/** A change of owner, and who made it. */
export interface OwnerChange extends Author {
  readonly at: Date;
  /** Ids of people; `null`: nobody. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Lists a page of leads, with a cursor to continue from. */
export type ListLeads = (query: LeadListQuery) => Promise<LeadPage>;

/**
 * Lists a page of all leads, in the order in which they were received or last changed. A caller who follows
 * `next` sees each lead again after each change. `next` is always there and repeats the last minute, because a
 * change may be written after a later one. A change is missed only if it was written more than a minute late.
 */
export type ListChanges = (query: {
  /** `next` of the previous page. Empty or absent: from the beginning. */
  readonly after?: string | undefined;
  /** 1 or more. */
  readonly limit: number;
}) => Promise<LeadPage & { readonly next: string }>;

/** Counts the leads that meet each of the conditions, in their order, each up to `most`. */
export type CountLeads = (query: {
  readonly of: readonly LeadConditions[];
  readonly most: number;
}) => Promise<readonly number[]>;

/**
 * Reads My day: leads that need this person today, then their other open leads. Each lead stands in one part, with at
 * most `most` leads.
 */
export type ReadDay = (query: { readonly by: By; readonly most: number }) => Promise<LeadDay>;

/** Resolves for each time to itself if somebody is at the desk then, else to when somebody next is. */
export type FindOpenTimes = (order: { readonly times: readonly Date[] }) => Promise<readonly Date[]>;

/** Reads what this person did to leads in a span of time. `person`: a name or id. */
export type ReadWork = (query: Span & { readonly person: string }) => Promise<Work>;

/** Reads what the caller did. */
export type ReadOwnWork = (query: Span & { readonly by: By }) => Promise<Work>;

/** Calls, notes and moves that a person made in a span of time. */
export interface Work {
  /** What was done, the latest first: without looks, and without what was struck or undone. */
  readonly done: readonly (WorkDone & { readonly lead: DealSummary })[];
  /** Whether there is so much that not all was read. */
  readonly more: boolean;
}

/** A follow-up of this person that somebody else ended or moved. */
export interface TakenFollowUp extends Author {
  /** When they ended or moved it. */
  readonly at: Date;
  /** `undefined` if the lead is gone. */
  readonly lead: DealSummary | undefined;
  readonly from: Date;
  /** The new time; `undefined`: the follow-up ended. */
  readonly to: Date | undefined;
}

/** Leads that somebody gave to this person at once. */
export interface GivenLeads extends Author {
  readonly at: Date;
  /** The id of the owner before; `undefined`: nobody. */
  readonly from: string | undefined;
  readonly leads: readonly DealSummary[];
}

/** My day. Each open lead that is this person's or nobody's stands in one part. */
export interface LeadDay {
  /** Their follow-ups that others ended or moved since they last opened the lead, latest first. */
  readonly taken: readonly TakenFollowUp[];
  /** Leads that others gave to them and that they have not opened since, latest first. */
  readonly given: readonly GivenLeads[];
  /** Leads with a follow-up for today, set by them or on their own leads; the longest late first. */
  readonly promised: DayPart;
  /**
   * Leads that nobody has answered or set a follow-up for: those not yet late by the time left, then the late
   * ones, latest first.
   */
  readonly fresh: DayPart;
  /** Their leads without a follow-up on which nobody has worked for three days, the longest first. */
  readonly still: DayPart;
  /** Leads without owner, or whose owner has left, that are not new, the longest still first. All people see them. */
  readonly nobodys: DayPart;
  /** Their other open leads, by the time when each comes back. */
  readonly others: DayPart;
}

/** Some leads of one part of the day, and whether there are more. */
export type DayPart = Pick<LeadPage, 'leads' | 'more'>;

/** Conditions without those that need a look-up first. */
export type LeadConditions = Omit<
  LeadListQuery,
  'text' | 'ids' | 'key' | 'email' | 'phone' | 'given' | 'limit' | 'cursor'
>;

/** Conditions that go to the store unchanged. */
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
  | 'waitingBefore'
  | 'still'
  | 'givenSince'
  | 'known'
>;

/** Conditions on leads, all of which must be met, and the page to read. */
export interface LeadListQuery extends PlainConditions {
  /** Newest first; `due` and `changed` have orders of their own. */
  readonly newest?: boolean | undefined;
  /** Milliseconds. Only leads that have had their present status for longer, and whose customer was not erased. */
  readonly waiting?: number | undefined;
  /** Only leads whose customer waits for the first answer for longer than the goal; sorted as `unanswered`. */
  readonly late?: boolean | undefined;
  /** Only open leads that have stood still for three days, as on My day. */
  readonly still?: boolean | undefined;
  /** Only open leads that their owner got from somebody else within two weeks and has not opened. Not with `text`. */
  readonly given?: boolean | undefined;
  /**
   * The owner's name or id, with `due` also that of the person who promised the follow-up; `null`: nobody. An
   * unknown person is refused.
   */
  readonly owner?: string | null | undefined;
  /** Together with `owner`: leads without an owner as well. */
  readonly orNobody?: boolean | undefined;
  /**
   * Text of a search box: the customer's email, their phone in any form or its last 4 digits or more,
   * beginnings of words of the name, as sent or as corrected, or of the vehicle's make and model; or a lead's
   * id, ours or the vendor's own in any case.
   */
  readonly text?: string | undefined;
  readonly vendor?: string | undefined;
  /** The id of the issued key that the leads came with. */
  readonly key?: string | undefined;
  /** Only leads with these ids. Not together with `text`. */
  readonly ids?: readonly string[] | undefined;
  /** The id of a contact. */
  readonly contact?: string | undefined;
  /** The customer's email or phone, as sent or as corrected. At most one of the two. */
  readonly email?: EmailAddress | undefined;
  readonly phone?: PhoneNumber | undefined;
  /** 1 or more. */
  readonly limit: number;
  /** `next` of the previous page. Empty or absent: from the beginning. */
  readonly cursor?: string | undefined;
}

/** A page of leads in order of receipt, or newest first, or as `due`, `unanswered` and `changed` say. */
export interface LeadPage {
  readonly leads: readonly ListedLead[];
  /**
   * The cursor to continue from. With the oldest first there is always one: after the last page, it continues
   * with the leads that have arrived since. It also repeats those of the last minute, because a lead that was
   * received earlier may be written later, so a lead may appear twice. It is missed only if it was written more
   * than a minute after its receipt. In other orders (except in `ListChanges`), the last page has none, and a
   * lead that changes meanwhile may be in no page.
   */
  readonly next: string | undefined;
  readonly more: boolean;
}

/** A lead in a list. */
export type ListedLead = DealSummary & Pick<ShownLead, 'answer'>;

/** Finds the leads whose contact has others, by their ids. */
export type ReadOtherLeads = (query: {
  readonly leads: readonly Pick<DealSummary, 'id' | 'contactId' | 'customer' | 'present'>[];
}) => Promise<ReadonlyMap<string, OtherLeads>>;

/** How many other leads the contact of a lead has. Those of erased customers do not count. */
export interface OtherLeads {
  readonly others: number;
  /** Whether the contacts have so many leads that not all were counted. */
  readonly more: boolean;
  /** The number to call: if the lead has none, the one that the same person's latest lead with a number brought. */
  readonly phone?: PhoneNumber | undefined;
}

/** Lists the reasons why leads are lost, in the operator's order. */
export type NameLostReasons = () => Promise<readonly LostReason[]>;

/**
 * Exports a list, by default all of it, in pages that are each read when the caller asks. The audit log records
 * it, and the first page is read, before anything leaves.
 */
export type ExportLeads = (
  query: Omit<LeadListQuery, 'limit'> & { readonly limit?: number | undefined; readonly by: By },
) => Promise<AsyncIterable<LeadPage>>;

/** Exports leads as `ExportLeads`, each also with notes, the contact's ZIP and the log. */
export type ExportWholeLeads = (
  query: Parameters<ExportLeads>[0],
) => Promise<AsyncIterable<{ readonly leads: readonly WholeLead[] } & Omit<LeadPage, 'leads'>>>;

/** A lead with the parts that are too long for a list. */
export type WholeLead = ListedLead & {
  readonly notes: string;
  readonly zip: string | undefined;
  /** Changes of status after receipt, oldest first. */
  readonly moves: readonly StatusChange[];
  /** Oldest first. */
  readonly activities: readonly Activity[];
};
