import type { Activity, NewActivity } from '../../../domain/activity.ts';
import type { Answer } from '../../../domain/answer-goal.ts';
import type { Contact, CustomerAsSent } from '../../../domain/contact.ts';
import type { Deal, SeenFollowUp, SeenOwner, SeenStatus, StatusChange } from '../../../domain/deal.ts';
import type { DealType } from '../../../domain/deal-type.ts';
import type { EmailAddress } from '../../../domain/email-address.ts';
import type { Hook } from '../../../domain/hook.ts';
import type { IssuedKey } from '../../../domain/issued-key.ts';
import type { LeadStatus } from '../../../domain/lead-status.ts';
import type { LostReason } from '../../../domain/lost-reason.ts';
import type { ContactDraft, ContactField } from '../../../domain/mended-contact.ts';
import type { Author, Person } from '../../../domain/person.ts';
import type { PhoneNumber } from '../../../domain/phone-number.ts';
import type { RefusalReason } from '../../../domain/refused.ts';
import type { Vendor, VendorAccount } from '../../../domain/vendor.ts';
import type { RecordedEntry } from '../outbound/audit-log.ts';
import type { DealPlace } from '../outbound/back-office.ts';
import type { Delivery } from '../outbound/deliveries.ts';
import type { RefusedRequest } from '../outbound/refusals.ts';
import type { ChangedContact, ChangedDeal, ContactRecord, DealSummary, LeadRecord } from '../records.ts';
import type { TokenUseCases } from './access-tokens.ts';
import type { HookUseCases } from './hooks.ts';
import type { Once } from './once.ts';
import type { By, PeopleUseCases } from './people.ts';

/**
 * Everything an operator can do. Each use case throws Refused if it is not possible, and StoreUnavailable if the
 * store does not answer. `by` says who acts and goes into the audit log. `vendor` is an id or an exact name.
 */
export interface OperatorUseCases extends HookUseCases, PeopleUseCases, TokenUseCases {
  readonly addVendor: AddVendor;
  readonly nameVendors: NameVendors;
  readonly listVendors: ListVendors;
  readonly issueKey: IssueKey;
  readonly listKeys: ListKeys;
  readonly rotateKey: RotateKey;
  readonly revokeKey: RevokeKey;
  readonly showLead: ShowLead;
  readonly listLeads: ListLeads;
  readonly countLeads: CountLeads;
  readonly moveLead: MoveLead;
  readonly eraseLead: EraseLead;
  readonly findContact: FindContact;
  readonly findContacts: FindContacts;
  readonly editContact: EditContact;
  readonly planMerge: PlanMerge;
  readonly mergeContacts: MergeContacts;
  readonly eraseContact: EraseContact;
  readonly exportContact: ExportContact;
  readonly assignLead: AssignLead;
  readonly assignLeads: AssignLeads;
  readonly noteLead: NoteLead;
  readonly followUp: FollowUp;
  readonly otherLeads: ReadOtherLeads;
  readonly tellMine: TellMine;
  readonly nameLostReasons: NameLostReasons;
  readonly handOver: HandOver;
  readonly moveLeads: MoveLeads;
  readonly undoMoves: UndoMoves;
  readonly exportLeads: ExportLeads;
  readonly exportWholeLeads: ExportWholeLeads;
  readonly reportLeads: ReportLeads;
  readonly vendorActivity: VendorActivity;
  readonly listRefusals: ListRefusals;
  readonly readAudit: ReadAudit;
  readonly readOwnAudit: ReadOwnAudit;
}

/** Opens an account. Throws Refused if the name is taken or is none. */
export type AddVendor = (order: Once & { readonly name: string; readonly by: By }) => Promise<VendorAccount>;

/** The vendors that have accounts, sorted by name. */
export type NameVendors = () => Promise<readonly Vendor[]>;

/** All accounts, with their keys, sorted by name. */
export type ListVendors = () => Promise<readonly VendorAccount[]>;

/** Issues a key to a vendor. Throws Refused (`made-before`) if this order was carried out before. */
export type IssueKey = (
  order: Once & {
    readonly vendor: string;
    /** Milliseconds, up to ten years; `undefined` if the key does not expire. */
    readonly term?: number | undefined;
    readonly by: By;
  },
) => Promise<FreshKey>;

/** `text` is the key in plain text. It is returned this once and stored nowhere. */
export interface FreshKey {
  readonly text: string;
  readonly key: IssuedKey;
  readonly vendor: VendorAccount;
}

/** The account with all keys that it was ever issued. */
export type ListKeys = (query: { readonly vendor: string }) => Promise<VendorAccount>;

/** `overlap`: milliseconds, up to ten years, for which the old key keeps working, unless it expires sooner. */
export type RotateKey = (order: {
  readonly keyId: string;
  readonly overlap: number;
  readonly by: By;
}) => Promise<FreshKey & { readonly old: IssuedKey }>;

/** Revokes a key for good, everywhere within five seconds. */
export type RevokeKey = (order: {
  readonly keyId: string;
  readonly by: By;
}) => Promise<{ readonly key: IssuedKey; readonly vendor: VendorAccount }>;

/** Everything that is kept of a lead. The look at its customer is recorded in the audit log. */
export type ShowLead = (query: { readonly leadId: string; readonly by: By }) => Promise<ShownLead>;

/** A lead with its contact. */
export interface ShownLead extends LeadRecord {
  /** `undefined` if nobody waits for an answer, and nobody knows when it was given. */
  readonly answer: Answer | undefined;
  /** Its latest hundred changes of owner, oldest first. */
  readonly assignments: readonly OwnerChange[];
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

/** How many leads meet each of the conditions, in their order; none is counted further than `most`. */
export type CountLeads = (query: {
  readonly of: readonly LeadConditions[];
  readonly most: number;
}) => Promise<readonly number[]>;

/** Conditions that need no look at anything else. */
export type LeadConditions = Pick<
  LeadListQuery,
  'since' | 'until' | 'dealType' | 'status' | 'open' | 'waiting' | 'due' | 'owner' | 'orNobody'
>;

/** Which leads to list: those that meet every condition given. */
export interface LeadListQuery {
  readonly since?: Date | undefined;
  /** Received before this time. */
  readonly until?: Date | undefined;
  readonly dealType?: DealType | undefined;
  /** The newest first. Not together with a cursor: it continues with older ones by `before`. */
  readonly newest?: boolean | undefined;
  /** The last lead of the page before, in place of a cursor. */
  readonly before?: DealPlace | undefined;
  /** Only leads whose follow-up is before this time: the earliest first, whatever `newest` says. */
  readonly due?: Date | undefined;
  /** Only leads whose customers wait for the first answer: the longest first, whatever `newest` says. */
  readonly unanswered?: boolean | undefined;
  /** Only leads that an operator has changed: the last one first, whatever `newest` says. */
  readonly changed?: boolean | undefined;
  readonly status?: LeadStatus | undefined;
  /** Only leads that are neither Won nor Lost. */
  readonly open?: boolean | undefined;
  /** Milliseconds: only leads that have had their present status for longer. */
  readonly waiting?: number | undefined;
  /** The name or id of the person who takes care of them; `null`: nobody. */
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
  /** The vendor's own id of the lead. */
  readonly externalId?: string | undefined;
  /** What the customer as sent has in it; at most one of the two. */
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
   * The cursor to continue from. After the last page, it continues with the leads that have arrived since. It also
   * repeats those of the last minute, because a lead that was received earlier may be written later. So a lead may appear
   * twice. It is missed only if it was written more than a minute after its receipt. A list with an order of its
   * own begins anew after its last page.
   */
  readonly next: string;
  readonly more: boolean;
}

/** A lead in a list. */
export type ListedLead = DealSummary &
  Pick<ShownLead, 'answer'> & {
    /** Its customer as the contact says it now; only if operators have mended something that this lead says. */
    readonly present?: CustomerAsSent | undefined;
  };

/**
 * If the lead already has that status, or had it when the author looked, nothing changes. Throws ChangedMeanwhile, which is
 * Refused, if it is no longer what the author saw.
 */
export type MoveLead = (order: {
  readonly leadId: string;
  readonly to: LeadStatus;
  readonly reason?: string | undefined;
  /** The code of a lost reason, for a lead that becomes Lost. */
  readonly lostReason?: string | undefined;
  /** What was done with it: it is added together with the move, and also if there is nothing to be moved. */
  readonly activity?: NewActivity | undefined;
  /** What the author saw of it. */
  readonly seen?: SeenStatus | undefined;
  /** From a list that was handed back: it says nothing of when the customer was answered. */
  readonly imported?: boolean | undefined;
  readonly by: By;
}) => Promise<ChangedDeal>;

/**
 * Adds an activity to a lead. Throws Refused (`invalid-note`) for a note without a text, for a text that is too long, and
 * for any text about a customer who was erased.
 */
export type NoteLead = (
  order: NewActivity & { readonly leadId: string; readonly by: By },
) => Promise<ChangedDeal>;

/**
 * Sets when to turn to the customer of an open lead again. Throws Refused (`lead-ended`, `invalid-follow-up`) for another
 * lead and for a time that is past, and ChangedMeanwhile, which is Refused, if it is no longer what the author saw.
 */
export type FollowUp = (order: {
  readonly leadId: string;
  /** `undefined`: never. */
  readonly at: Date | undefined;
  readonly seen?: SeenFollowUp | undefined;
  readonly by: By;
}) => Promise<ChangedDeal>;

/** Which of these leads are not the only one of their contact, by their ids. */
export type ReadOtherLeads = (query: {
  readonly leads: readonly Pick<DealSummary, 'id' | 'contactId'>[];
}) => Promise<ReadonlyMap<string, OtherLeads>>;

/** The place of a lead among those of its contact. */
export interface OtherLeads {
  /** 1 for the first that was received; `undefined` if their contacts have so many leads that not all were counted. */
  readonly place: number | undefined;
  /** Without a place: this many at least. */
  readonly count: number;
  /** The one that was received before it. */
  readonly before: DealSummary | undefined;
}

/**
 * What happened to the leads of whoever asks since a time: they were given by somebody else, their follow-up came, or the
 * answer to their customer is late now. Without a time, nothing.
 */
export type TellMine = (query: { readonly since?: Date | undefined; readonly by: By }) => Promise<{
  /** From here on the next call continues. */
  readonly until: Date;
  readonly leads: readonly ToldLead[];
}>;

/** One lead that happened to whoever asks, and what happened to it. */
export interface ToldLead {
  readonly why: 'assigned' | 'due' | 'late';
  readonly lead: DealSummary;
}

/** Why leads are lost, in the operator's order. */
export type NameLostReasons = () => Promise<readonly LostReason[]>;

/**
 * Erases what one lead says about its customer, for good, where other people share the contact: that stays as it is. The
 * lead still returns its status. Can be repeated.
 */
export type EraseLead = (order: { readonly leadId: string; readonly by: By }) => Promise<void>;

/** How one contact is found: by its email, its phone or its id. */
export type ContactSought =
  | { readonly email: EmailAddress }
  | { readonly phone: PhoneNumber }
  /** Finds an erased contact, too, and by the id of a merged one the contact that was kept. */
  | { readonly contactId: string };

/** The contact. The look at it is recorded in the audit log. Throws Refused if there is none. */
export type FindContact = (query: ContactSought & { readonly by: By }) => Promise<ContactRecord>;

/**
 * Every contact that holds or shows the email or phone, or has a lead that came with it, or has these words in its name;
 * often none. A search by name reads every contact. By `clue`, the beginnings of words of the name or the last digits of the
 * phone, it finds the contacts of the latest leads that came so, and those that were mended to it, and is soon done. The
 * search is recorded in the audit log, without what was sought or found.
 */
export type FindContacts = (
  sought: (
    | { readonly email: EmailAddress }
    | { readonly phone: PhoneNumber }
    | { readonly name: string }
    | { readonly clue: string }
  ) & {
    /** 1 or more. */
    readonly limit: number;
    readonly by: By;
  },
) => Promise<{ readonly contacts: readonly Contact[]; readonly more: boolean }>;

/**
 * Mends a contact. An empty value empties a field. A changed email or phone replaces the one by which leads find it. An
 * email that another contact has is refused; a phone may be that of another contact, whose leads it stays with.
 * Throws EditOvertaken and KeyHeld, which are Refused.
 */
export type EditContact = (order: {
  readonly contactId: string;
  readonly draft: ContactDraft;
  /** What its author saw in these fields. */
  readonly seen?: ContactDraft | undefined;
  readonly by: By;
}) => Promise<ChangedContact & { readonly fields: readonly ContactField[] }>;

/** What merging the two would do. The look at both is recorded in the audit log. */
export type PlanMerge = (order: MergeOrder & { readonly by: By }) => Promise<MergePlan>;

/**
 * Makes one contact of two. The kept one keeps its own fields, has its blanks filled, and also holds the other's email
 * and phone; it gets the other's leads. The id that goes keeps leading to it. Can be repeated: after a failure, or for a
 * lead that was added meanwhile.
 */
export type MergeContacts = (order: MergeOrder & { readonly by: By }) => Promise<MergePlan>;

/** Which contact is kept, and which becomes a part of it. */
export interface MergeOrder {
  readonly keptId: string;
  readonly goneId: string;
}

/** The two contacts of a merge as they are before it, and what it fills. */
export interface MergePlan {
  readonly kept: ContactRecord;
  /** `undefined` if it was merged before. */
  readonly gone: ContactRecord | undefined;
  /** The blanks of the kept one that the other fills. */
  readonly filled: readonly ContactField[];
}

/**
 * Erases the customer's data for good; their leads still return their status. Can be repeated. Repeat it a minute later:
 * a lead that was being submitted meanwhile may have been kept.
 */
export type EraseContact = (order: { readonly contactId: string; readonly by: By }) => Promise<void>;

/**
 * Everything that is kept about one customer, for them to read. It is recorded in the audit log before anything of it is
 * told. Throws Refused if there is no such contact.
 */
export type ExportContact = (query: ContactSought & { readonly by: By }) => Promise<ContactFile>;

/** A contact and all its leads, the oldest first. */
export interface ContactFile extends ContactRecord {
  readonly leads: readonly LeadFile[];
}

/** One lead as it is kept, and what else there is of it. */
export interface LeadFile {
  readonly deal: Deal;
  /** What webhooks were told of it in the last 30 days; `hook` is `undefined` if it was removed just now. */
  readonly told: readonly (Delivery & { readonly hook: Hook | undefined })[];
  /** The requests of its vendor with its id that were refused. */
  readonly refused: readonly RefusedRequest[];
}

/**
 * Says who takes care of the lead, or nobody. Throws ChangedMeanwhile, which is Refused, if the owner is no longer whom the
 * author saw.
 */
export type AssignLead = (order: {
  readonly leadId: string;
  /** A person's id; or a name of 1 to 100 readable characters, by which somebody is known from then on. `undefined`: nobody. */
  readonly to: string | undefined;
  /** Likewise. */
  readonly seen?: SeenOwner | undefined;
  readonly by: By;
}) => Promise<ChangedDeal>;

/** Assigns many leads to one person, or to nobody, each as `assignLead` does; otherwise as `moveLeads`. */
export type AssignLeads = (order: {
  readonly leads: readonly { readonly id: string; readonly seen?: SeenOwner | undefined }[];
  readonly to: string | undefined;
  readonly by: By;
}) => Promise<AsyncIterable<readonly AssignedLead[]>>;

/** What became of one of many assignments. */
export type AssignedLead =
  /** The ids of the owners before and after. */
  | { readonly id: string; readonly from: string | undefined; readonly owner: string | undefined }
  | RefusedLead;

/**
 * Gives all open leads of somebody who leaves to another, or to nobody, each as `assignLead` does. They are assigned in
 * groups, each when it is asked for; the same order again goes on. Whoever has left is offered as an owner no longer, until
 * they sign in again. Throws Refused if nobody is known by the name or id, or both are the same.
 */
export type HandOver = (order: {
  /** The name or id of who leaves. */
  readonly person: string;
  /** The name or id of who gets their leads; `undefined`: nobody. */
  readonly to: string | undefined;
  /** Whether they are signed out everywhere, too. */
  readonly endSessions?: boolean | undefined;
  readonly by: By;
}) => Promise<{
  readonly person: Pick<Person, 'id' | 'name'>;
  /** The id of who gets the leads. */
  readonly owner: string | undefined;
  /** How many sessions and links there were. */
  readonly ended: number;
  readonly leads: AsyncIterable<readonly AssignedLead[]>;
}>;

/**
 * Moves many leads, each as `moveLead` does. One that is refused stops no other. They are moved in groups, each when it is
 * asked for: whoever asks for no more moves no more. The leads of one order are all moved as of one time.
 */
export type MoveLeads = (order: {
  readonly moves: readonly {
    readonly id: string;
    readonly to: LeadStatus;
    readonly reason?: string | undefined;
    readonly lostReason?: string | undefined;
    readonly seen?: SeenStatus | undefined;
  }[];
  /** It is a list that was handed back: it says nothing of when customers were answered. */
  readonly imported?: boolean | undefined;
  /** If given, the ids are this vendor's own. */
  readonly vendor?: string | undefined;
  readonly by: By;
  /** Only says what would become of them. */
  readonly dryRun?: boolean | undefined;
}) => Promise<AsyncIterable<readonly MovedLead[]>>;

/** What became of one of many moves. */
export type MovedLead =
  | {
      readonly id: string;
      readonly leadId: string;
      readonly from: LeadStatus;
      readonly status: LeadStatus;
      /** When it got this status. */
      readonly since: Date;
    }
  | RefusedLead;

/** Of one of many changes: why not. */
export interface RefusedLead {
  readonly id: string;
  /** One plain sentence. */
  readonly refused: string;
  readonly reason: RefusalReason;
  /** What changed the lead since the author looked. */
  readonly last?: StatusChange | undefined;
}

/**
 * Takes back the moves that whoever acts made as of one of these times, of those leads that still stand as they were set; the
 * others are refused. Otherwise as `moveLeads`.
 */
export type UndoMoves = (order: {
  readonly at: readonly Date[];
  readonly by: By;
}) => Promise<AsyncIterable<readonly MovedLead[]>>;

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
export interface AnswerCounts extends AnswerTimes {
  readonly answered: number;
  readonly unanswered: number;
  /** Of the unanswered. */
  readonly late: number;
  /** The same if every hour counted. */
  readonly byClock: AnswerTimes;
}

/** How long first answers took, in milliseconds. */
export interface AnswerTimes {
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
  /** Of the received ones, those of customers of whom another lead had come before. */
  readonly known: number;
  readonly open: number;
  readonly won: number;
  readonly lost: number;
  /** Of the lost ones, those that do not count for the win rate: a test, spam, a duplicate. */
  readonly notCounted: number;
}

/** Every account, and every other vendor that was lately refused something. */
export type VendorActivity = () => Promise<readonly ActiveVendor[]>;

/** What a vendor has lately sent. */
export interface ActiveVendor {
  readonly vendorId: string;
  /** `undefined` for a vendor of the configuration. */
  readonly account: VendorAccount | undefined;
  readonly lastLead: Date | undefined;
  /** It has sent leads, but none for a week. */
  readonly quiet: boolean;
  /** Those of the last seven days. */
  readonly refusals: readonly { readonly reason: string; readonly count: number }[];
}

/** The last fifty requests of a vendor that were refused, the newest first; none with a store that keeps none. */
export type ListRefusals = (query: {
  readonly vendor: string;
}) => Promise<{ readonly vendorId: string; readonly requests: readonly RefusedRequest[] }>;

/** The audit log, the newest first. */
export type ReadAudit = (
  query: AuditFilter & {
    /** The name or id of who did it, or the id of a program's token. */
    readonly person?: string | undefined;
  },
) => Promise<readonly RecordedEntry[]>;

/** Of the audit log what whoever asks did, the newest first. */
export type ReadOwnAudit = (query: AuditFilter & { readonly by: By }) => Promise<readonly RecordedEntry[]>;

/** Which entries to read: those that meet every condition given. */
export interface AuditFilter {
  /** Begun at this time or later. */
  readonly since?: Date | undefined;
  /** Begun before this time. */
  readonly until?: Date | undefined;
  /** Id of what was acted on. */
  readonly on?: string | undefined;
  /** 1 or more. */
  readonly limit: number;
}
