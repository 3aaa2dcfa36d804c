import type { Lead } from '../../domain/lead.ts';
import type { LeadStatus } from '../../domain/lead-status.ts';
import type { Vendor } from '../../domain/vendor.ts';

/** What drives the service from outside calls one of these. */

/**
 * Keeps the customer as a contact and the lead as a new deal. When it resolves, both are durable.
 * Sent again under the same idempotency key with the same content, it answers the first `leadId`.
 * Throws IdempotencyKeyReused, StoreUnavailable; whatever it throws, sending again is safe with a key.
 */
export type SubmitLead = (submission: Submission) => Promise<Receipt>;

export interface Submission {
  readonly lead: Lead;
  readonly vendorId: string;
  /** 1 to 255 printable ASCII characters; each vendor has its own. */
  readonly idempotencyKey?: string | undefined;
}

export interface Receipt {
  readonly leadId: string;
  /** True where an earlier submission had made this lead already. */
  readonly replayed: boolean;
}

/** The idempotency key stands for a lead with other content. */
export class IdempotencyKeyReused extends Error {
  override readonly name = 'IdempotencyKeyReused';
}

/**
 * The status of a lead of this vendor; `undefined` for another vendor's as for one that does not exist.
 * Throws StoreUnavailable.
 */
export type GetLeadStatus = (query: LeadQuery) => Promise<LeadStatus | undefined>;

export interface LeadQuery {
  readonly leadId: string;
  readonly vendorId: string;
}

/**
 * Whose key this is, `undefined` for nobody's. Any text may be asked for.
 * Throws StoreUnavailable where that cannot be told now.
 */
export type AuthenticateVendor = (apiKey: string) => Promise<Caller | undefined>;

export interface Caller {
  readonly vendor: Vendor;
  /** When the key ends, once another was issued in its stead. */
  readonly keyExpires?: Date | undefined;
}
