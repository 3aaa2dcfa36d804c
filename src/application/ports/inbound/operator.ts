import type { Contact } from '../../../domain/contact.ts';
import type { SeenOwner, SeenStatus, StatusChange } from '../../../domain/deal.ts';
import type { DealType } from '../../../domain/deal-type.ts';
import type { EmailAddress } from '../../../domain/email-address.ts';
import type { IssuedKey } from '../../../domain/issued-key.ts';
import type { LeadStatus } from '../../../domain/lead-status.ts';
import type { ContactDraft, ContactField } from '../../../domain/mended-contact.ts';
import type { PhoneNumber } from '../../../domain/phone-number.ts';
import type { RefusalReason } from '../../../domain/refused.ts';
import type { Vendor, VendorAccount } from '../../../domain/vendor.ts';
import type { RecordedEntry } from '../outbound/audit-log.ts';
import type { DealPlace } from '../outbound/back-office.ts';
import type { ChangedContact, ChangedDeal, ContactRecord, DealSummary, LeadRecord } from '../records.ts';
import type { TokenUseCases } from './access-tokens.ts';
import type { HookUseCases } from './hooks.ts';
import type { Once } from './once.ts';
import type { PeopleUseCases } from './people.ts';

/**
 * Everything an operator can do. Each use case throws Refused if it is not possible, and StoreUnavailable if the
 * store does not answer. `by` names who acts and goes into the audit log. `vendor` is an id or an exact name.
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
  readonly assignLead: AssignLead;
  readonly assignLeads: AssignLeads;
  readonly moveLeads: MoveLeads;
  readonly undoMoves: UndoMoves;
  readonly exportLeads: ExportLeads;
  readonly exportWholeLeads: ExportWholeLeads;
  readonly reportLeads: ReportLeads;
  readonly vendorActivity: VendorActivity;
  readonly readAudit: ReadAudit;
}

/** Opens an account. Throws Refused if the name is taken or is none. */
export type AddVendor = (
  order: Once & { readonly name: string; readonly by: string },
) => Promise<VendorAccount>;

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
    readonly by: string;
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
  readonly by: string;
}) => Promise<FreshKey & { readonly old: IssuedKey }>;

/** Revokes a key for good, everywhere within five seconds. */
export type RevokeKey = (order: {
  readonly keyId: string;
  readonly by: string;
}) => Promise<{ readonly key: IssuedKey; readonly vendor: VendorAccount }>;

/** Everything that is kept of a lead. The look at its customer is recorded in the audit log. */
export type ShowLead = (query: { readonly leadId: string; readonly by: string }) => Promise<LeadRecord>;

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
  'since' | 'until' | 'dealType' | 'status' | 'open' | 'waiting' | 'owner'
>;

/** Which leads to list: those that meet every condition given. */
export interface LeadListQuery {
  readonly since?: Date | undefined;
  /** Received before this time. */
  readonly until?: Date | undefined;
  readonly dealType?: DealType | undefined;
  /** The newest first. Not together with a cursor: it continues with older ones by `before`. */
  readonly newest?: boolean | undefined;
  /** Only leads that an operator has changed, whichever was changed last first. Continues by `before`, too. */
  readonly changed?: boolean | undefined;
  /** The last lead of the page before, in place of a cursor. */
  readonly before?: DealPlace | undefined;
  readonly status?: LeadStatus | undefined;
  /** Only leads that are neither Won nor Lost. */
  readonly open?: boolean | undefined;
  /** Milliseconds: only leads that have had their present status for longer. */
  readonly waiting?: number | undefined;
  /** The salesperson who takes care of them; `null`: nobody. */
  readonly owner?: string | null | undefined;
  /**
   * Of the customer as sent: an email, a phone in any form, or the beginnings of words of the name. Or an id of the lead:
   * ours or the vendor's.
   */
  readonly text?: string | undefined;
  readonly vendor?: string | undefined;
  /** The id of the issued key that the leads came with. */
  readonly key?: string | undefined;
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

/** In order of receipt, or the newest first. */
export interface LeadPage {
  readonly leads: readonly DealSummary[];
  /**
   * The cursor to continue from. After the last page, it continues with the leads that have arrived since. It also
   * repeats those of the last minute, because a lead that was received earlier may be written later. So a lead may appear
   * twice. It is missed only if it was written more than a minute after its receipt.
   */
  readonly next: string;
  readonly more: boolean;
}

/**
 * If the lead already has that status, or had it when the author looked, nothing changes. Throws ChangedMeanwhile, which is
 * Refused, if it is no longer what the author saw.
 */
export type MoveLead = (order: {
  readonly leadId: string;
  readonly to: LeadStatus;
  readonly reason?: string | undefined;
  /** What the author saw of it. */
  readonly seen?: SeenStatus | undefined;
  readonly by: string;
}) => Promise<ChangedDeal>;

/**
 * Erases what one lead says about its customer, for good, where other people share the contact: that stays as it is. The
 * lead still returns its status. Can be repeated.
 */
export type EraseLead = (order: { readonly leadId: string; readonly by: string }) => Promise<void>;

/** How one contact is found: by its email, its phone or its id. */
export type ContactSought =
  | { readonly email: EmailAddress }
  | { readonly phone: PhoneNumber }
  /** Finds an erased contact, too, and by the id of a merged one the contact that was kept. */
  | { readonly contactId: string };

/** The contact. The look at it is recorded in the audit log. Throws Refused if there is none. */
export type FindContact = (query: ContactSought & { readonly by: string }) => Promise<ContactRecord>;

/**
 * Every contact that holds or shows the email or phone, or has a lead that came with it, or has these words in its name;
 * often none. A search by name reads every contact. By `leadName`, the beginnings of words, it finds the contacts of the
 * latest leads that came under such a name, and is soon done. The search is recorded in the audit log, without what was
 * sought or found.
 */
export type FindContacts = (
  sought: (
    | { readonly email: EmailAddress }
    | { readonly phone: PhoneNumber }
    | { readonly name: string }
    | { readonly leadName: string }
  ) & {
    /** 1 or more. */
    readonly limit: number;
    readonly by: string;
  },
) => Promise<{ readonly contacts: readonly Contact[]; readonly more: boolean }>;

/**
 * Mends a contact. An empty value empties a field. A changed email or phone replaces the one by which leads find it. An
 * email that another contact has is refused; a phone may be that of another contact, whose leads it stays with.
 */
export type EditContact = (order: {
  readonly contactId: string;
  readonly draft: ContactDraft;
  readonly by: string;
}) => Promise<ChangedContact & { readonly fields: readonly ContactField[] }>;

/** What merging the two would do. The look at both is recorded in the audit log. */
export type PlanMerge = (order: MergeOrder & { readonly by: string }) => Promise<MergePlan>;

/**
 * Makes one contact of two. The kept one keeps its own fields, has its blanks filled, and also holds the other's email
 * and phone; it gets the other's leads. The id that goes keeps leading to it. Can be repeated: after a failure, or for a
 * lead that was added meanwhile.
 */
export type MergeContacts = (order: MergeOrder & { readonly by: string }) => Promise<MergePlan>;

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
export type EraseContact = (order: { readonly contactId: string; readonly by: string }) => Promise<void>;

/**
 * Names the salesperson who takes care of the lead, or nobody. Throws ChangedMeanwhile, which is Refused, if the owner is no
 * longer whom the author saw.
 */
export type AssignLead = (order: {
  readonly leadId: string;
  /** 1 to 100 readable characters; `undefined`: nobody. */
  readonly to: string | undefined;
  readonly seen?: SeenOwner | undefined;
  readonly by: string;
}) => Promise<ChangedDeal>;

/** Assigns many leads to one person, or to nobody, each as `assignLead` does; otherwise as `moveLeads`. */
export type AssignLeads = (order: {
  readonly leads: readonly { readonly id: string; readonly seen?: SeenOwner | undefined }[];
  readonly to: string | undefined;
  readonly by: string;
}) => Promise<AsyncIterable<readonly AssignedLead[]>>;

/** What became of one of many assignments. */
export type AssignedLead =
  | { readonly id: string; readonly from: string | undefined; readonly owner: string | undefined }
  | RefusedLead;

/**
 * Moves many leads, each as `moveLead` does. One that is refused stops no other. They are moved in groups, each when it is
 * asked for: whoever asks for no more moves no more. The leads of one order are all moved as of one time.
 */
export type MoveLeads = (order: {
  readonly moves: readonly {
    readonly id: string;
    readonly to: LeadStatus;
    readonly reason?: string | undefined;
    readonly seen?: SeenStatus | undefined;
  }[];
  /** If given, the ids are this vendor's own. */
  readonly vendor?: string | undefined;
  readonly by: string;
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
  readonly by: string;
}) => Promise<AsyncIterable<readonly MovedLead[]>>;

/**
 * A list that leaves the service, by default whole, in pages that are each read when it is asked for. It is recorded in the
 * audit log, and the first page is read, before anything of it is told.
 */
export type ExportLeads = (
  query: Omit<LeadListQuery, 'limit'> & { readonly limit?: number | undefined; readonly by: string },
) => Promise<AsyncIterable<LeadPage>>;

/** The same, of each lead also the notes and the ZIP of its contact. */
export type ExportWholeLeads = (
  query: Parameters<ExportLeads>[0],
) => Promise<AsyncIterable<{ readonly leads: readonly WholeLead[] } & Omit<LeadPage, 'leads'>>>;

/** A lead of a list, with what is too long for one. */
export interface WholeLead extends DealSummary {
  readonly notes: string;
  readonly zip: string | undefined;
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
}

/** How many leads were received, and their present status. */
export interface LeadCounts {
  readonly received: number;
  readonly open: number;
  readonly won: number;
  readonly lost: number;
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

/** The audit log, the newest first. */
export type ReadAudit = (query: {
  /** Begun before this time. */
  readonly until?: Date | undefined;
  /** Id of what was acted on. */
  readonly on?: string | undefined;
  /** 1 or more. */
  readonly limit: number;
}) => Promise<readonly RecordedEntry[]>;
