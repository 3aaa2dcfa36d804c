import type { Lead } from '../../../domain/lead.ts';
import type { LeadStatus } from '../../../domain/lead-status.ts';
import type { AsItCame } from '../../../domain/sources/as-it-came.ts';
import type { Vendor } from '../../../domain/vendor.ts';
import type { Fault } from '../outbound/fault.ts';

/** Driving ports of vendors: the functions that inbound adapters call. */

/**
 * Keeps the customer as a contact and the lead as a new deal. Once it resolves, both are durable. A repeat with the
 * same idempotency key and content resolves to the first `leadId`.
 * Throws MalformedIdempotencyKey, IdempotencyKeyReused or StoreUnavailable.
 * After any error, submitting again is safe with an idempotency key.
 */
export type SubmitLead = (submission: Submission) => Promise<Receipt>;

/** A lead to submit, and the vendor that submits it. */
export interface Submission {
  readonly lead: Lead;
  readonly vendorId: string;
  /** The id of the issued key that the lead came with. The lead's history names it, for the operator. */
  readonly keyId?: string | undefined;
  /** 1 to 255 printable ASCII characters, scoped to the vendor. */
  readonly idempotencyKey?: string | null | undefined;
  /** What its source sent, to be kept beside the lead. */
  readonly asItCame?: AsItCame | undefined;
}

/** The result of a submission. */
export interface Receipt {
  readonly leadId: string;
  /** True if an earlier submission created this lead. */
  readonly replayed: boolean;
  /** A store's mistake for the log, which did not prevent the lead from being kept. */
  readonly fault?: Fault | undefined;
}

/** The idempotency key does not have the form described in `Submission`. */
export class MalformedIdempotencyKey extends Error {
  override readonly name = 'MalformedIdempotencyKey';
}

/** The idempotency key was already used for a lead with different content. */
export class IdempotencyKeyReused extends Error {
  override readonly name = 'IdempotencyKeyReused';
}

/** In the sandbox only: the lead is kept, but the caller must hang up without a response, as a broken network would. */
export class AnswerLost extends Error {
  override readonly name = 'AnswerLost';
}

/**
 * Resolves to the status of this vendor's lead; `undefined` if there is none, or it is another vendor's. Throws
 * StoreUnavailable.
 */
export type GetLeadStatus = (query: LeadQuery) => Promise<LeadStatus | undefined>;

/** A question for a lead's status, and the vendor that asks. */
export interface LeadQuery {
  readonly leadId: string;
  readonly vendorId: string;
}

/**
 * Resolves to the vendor that holds this key; `undefined` if there is no such key. Accepts any text. Throws
 * UnusableKey if the key has expired or was revoked, and StoreUnavailable if it cannot be looked up now.
 */
export type AuthenticateVendor = (apiKey: string) => Promise<Caller | undefined>;

/** The vendor that holds a key. */
export interface KeyHolder {
  readonly vendor: Vendor;
  /** The key's id. Only issued keys have one. */
  readonly keyId?: string | undefined;
}

/** The vendor that calls, and until when its key works. */
export interface Caller extends KeyHolder {
  /** When the key stops working, unless it is revoked earlier. */
  readonly keyExpires?: Date | undefined;
}

/** The key has expired or was revoked. Whoever holds it is told so; vendor and key id are for the operator's log. */
export class UnusableKey extends Error implements KeyHolder {
  override readonly name = 'UnusableKey';
  readonly state: 'expired' | 'revoked';
  readonly vendor: Vendor;
  readonly keyId: string | undefined;
  /** Since when it does not work, if that is known. */
  readonly since: Date | undefined;

  constructor(state: UnusableKey['state'], { vendor, keyId }: KeyHolder, since?: Date) {
    super(`the key is ${state}`);
    this.state = state;
    this.vendor = vendor;
    this.keyId = keyId;
    this.since = since;
  }
}
