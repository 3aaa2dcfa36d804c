import type { Deal } from '../../domain/deal.ts';
import type { EmailAddress } from '../../domain/email-address.ts';
import type { LeadStatus } from '../../domain/lead-status.ts';
import type { PhoneNumber } from '../../domain/phone-number.ts';
import type { IssuedKey, VendorAccount } from '../../domain/vendor.ts';
import type { ChangedDeal, KeptLead } from './back-office.ts';

/**
 * What the operator can have done. Every use case throws Refused where it cannot be, StoreUnavailable where the
 * store does not answer. `by` names who acts: it goes into the audit log. `vendor` is an id or an exact name.
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
  readonly findContact: FindContact;
  readonly eraseContact: EraseContact;
}

export type AddVendor = (order: { readonly name: string; readonly by: string }) => Promise<VendorAccount>;
export type ListVendors = () => Promise<readonly VendorAccount[]>;

export type IssueKey = (order: {
  readonly vendor: string;
  /** Milliseconds; `undefined`: it does not expire. */
  readonly term: number | undefined;
  readonly by: string;
}) => Promise<FreshKey>;

/** `text` is the key in clear. It is told this once and kept nowhere. */
export interface FreshKey {
  readonly text: string;
  readonly key: IssuedKey;
  readonly vendor: VendorAccount;
}

export type ListKeys = (query: { readonly vendor: string }) => Promise<VendorAccount>;

/** Both keys work for the milliseconds of `overlap`. */
export type RotateKey = (order: {
  readonly keyId: string;
  readonly overlap: number;
  readonly by: string;
}) => Promise<FreshKey & { readonly old: IssuedKey }>;

export type RevokeKey = (order: {
  readonly keyId: string;
  readonly by: string;
}) => Promise<{ readonly key: IssuedKey; readonly vendor: VendorAccount }>;

export type ShowLead = (query: { readonly leadId: string }) => Promise<KeptLead>;

export type ListLeads = (query: LeadListQuery) => Promise<LeadPage>;

export interface LeadListQuery {
  readonly since?: Date | undefined;
  readonly status?: LeadStatus | undefined;
  readonly vendor?: string | undefined;
  readonly limit: number;
  /** `next` of the page before. */
  readonly cursor?: string | undefined;
}

/** In order of receipt. */
export interface LeadPage {
  readonly leads: readonly Deal[];
  /**
   * Where to go on. Behind the last page it leads to what came since, and repeats the last minute's leads, as
   * one received before them may have been written after them: a lead may come twice, and none is left out.
   */
  readonly next: string;
  readonly more: boolean;
}

/** Where the lead has that status already, nothing changes. */
export type MoveLead = (order: {
  readonly leadId: string;
  readonly to: LeadStatus;
  readonly reason: string | undefined;
  readonly by: string;
}) => Promise<ChangedDeal>;

export type ContactSought = { readonly email: EmailAddress } | { readonly phone: PhoneNumber };

/** What an erasure would concern. */
export type FindContact = (
  sought: ContactSought,
) => Promise<{ readonly contactId: string; readonly deals: number }>;

/** Forgets the customer for good; their leads keep answering with their status. */
export type EraseContact = (order: { readonly contactId: string; readonly by: string }) => Promise<void>;
