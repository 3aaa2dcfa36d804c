import type { EmailAddress } from '../../../domain/email-address.ts';
import type { IssuedKey } from '../../../domain/issued-key.ts';
import type { LeadStatus } from '../../../domain/lead-status.ts';
import type { PhoneNumber } from '../../../domain/phone-number.ts';
import type { VendorAccount } from '../../../domain/vendor.ts';
import type { ChangedDeal, ContactRecord, DealSummary, LeadRecord } from '../records.ts';

/**
 * Everything an operator can do. Each use case throws Refused if it is not possible, and StoreUnavailable if the
 * store does not answer. `by` names who acts and goes into the audit log. `vendor` is an id or an exact name.
 */
export interface OperatorUseCases {
  readonly addVendor: AddVendor;
  readonly listVendors: ListVendors;
  readonly issueKey: IssueKey;
  readonly listKeys: ListKeys;
  readonly rotateKey: RotateKey;
  readonly revokeKey: RevokeKey;
  readonly showLead: ShowLead;
  readonly listLeads: ListLeads;
  readonly moveLead: MoveLead;
  readonly eraseLead: EraseLead;
  readonly findContact: FindContact;
  readonly eraseContact: EraseContact;
}

export type AddVendor = (order: { readonly name: string; readonly by: string }) => Promise<VendorAccount>;
export type ListVendors = () => Promise<readonly VendorAccount[]>;

export type IssueKey = (order: {
  readonly vendor: string;
  /** Milliseconds, up to ten years; `undefined` if the key does not expire. */
  readonly term?: number | undefined;
  readonly by: string;
}) => Promise<FreshKey>;

/** `text` is the key in plain text. It is returned this once and stored nowhere. */
export interface FreshKey {
  readonly text: string;
  readonly key: IssuedKey;
  readonly vendor: VendorAccount;
}

export type ListKeys = (query: { readonly vendor: string }) => Promise<VendorAccount>;

/** `overlap`: milliseconds, up to ten years, for which the old key keeps working, unless it expires sooner. */
export type RotateKey = (order: {
  readonly keyId: string;
  readonly overlap: number;
  readonly by: string;
}) => Promise<FreshKey & { readonly old: IssuedKey }>;

export type RevokeKey = (order: {
  readonly keyId: string;
  readonly by: string;
}) => Promise<{ readonly key: IssuedKey; readonly vendor: VendorAccount }>;

export type ShowLead = (query: { readonly leadId: string }) => Promise<LeadRecord>;

export type ListLeads = (query: LeadListQuery) => Promise<LeadPage>;

export interface LeadListQuery {
  readonly since?: Date | undefined;
  readonly status?: LeadStatus | undefined;
  readonly vendor?: string | undefined;
  /** The id of the issued key that the leads came with. */
  readonly key?: string | undefined;
  /** The id of a contact. */
  readonly contact?: string | undefined;
  /** The vendor's own id of the lead. */
  readonly externalId?: string | undefined;
  /** 1 or more. */
  readonly limit: number;
  /** `next` of the previous page. Empty: from the beginning. */
  readonly cursor?: string | undefined;
}

/** In order of receipt. */
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

/** If the lead already has that status, nothing changes. */
export type MoveLead = (order: {
  readonly leadId: string;
  readonly to: LeadStatus;
  readonly reason?: string | undefined;
  readonly by: string;
}) => Promise<ChangedDeal>;

/**
 * Erases what one lead says about its customer, for good, where other people share the contact: that stays as it is. The
 * lead still returns its status. Can be repeated.
 */
export type EraseLead = (order: { readonly leadId: string; readonly by: string }) => Promise<void>;

export type ContactSought =
  | { readonly email: EmailAddress }
  | { readonly phone: PhoneNumber }
  /** Finds an erased contact, too. */
  | { readonly contactId: string };

export type FindContact = (sought: ContactSought) => Promise<ContactRecord>;

/**
 * Erases the customer's data for good; their leads still return their status. Can be repeated. Repeat it a minute later:
 * a lead that was being submitted meanwhile may have been kept.
 */
export type EraseContact = (order: { readonly contactId: string; readonly by: string }) => Promise<void>;
