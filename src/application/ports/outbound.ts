import type { Customer } from '../../domain/contact.ts';
import type { Deal, Idempotency } from '../../domain/deal.ts';
import type { LeadStatus } from '../../domain/lead-status.ts';

/** What the service drives. Every method speaks of one lead; sharing round trips is an adapter's own affair. */

/** Nothing is known to be kept or lost: the store cannot be reached, or is too busy to answer. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * The customer-relationship system.
 * What a method has resolved is durable. Every method throws StoreUnavailable, and may then have done its work.
 */
export interface Crm {
  /**
   * The id of the one contact that is this customer, made if there is none. Blank fields are filled, others
   * stay. Any number of callers at once get the same contact for the same customer.
   */
  keepContact(customer: Customer): Promise<string>;

  /** Adds the deal, unless its vendor has one under the same idempotency key: that one decides then. */
  addDeal(deal: Deal): Promise<'added' | Repeat>;

  /** What became of an idempotency key of this vendor; `undefined`: it is new. */
  earlierDeal(vendorId: string, sent: Idempotency): Promise<Repeat | undefined>;

  /** The present status of the vendor's lead; `undefined` for another vendor's as for an unknown one. */
  statusOf(leadId: string, vendorId: string): Promise<LeadStatus | undefined>;
}

/** A key that was used before: for the same lead, or for another one. */
export type Repeat =
  | { readonly outcome: 'replayed'; readonly leadId: string }
  | { readonly outcome: 'conflict' };

/** Answers whether requests can be served now. Never throws. */
export type StoreHealth = () => Promise<boolean>;

export type Clock = () => Date;

/** A new UUID v7 as text with each call. */
export type LeadIds = () => string;

/** SHA-256 of a text's UTF-8, 64 hexadecimal digits. */
export type Digest = (text: string) => string;

/** The keys that vendors hold. */
export interface ApiKeyDirectory {
  /** The key with this digest, even past its time; `undefined`: none, or revoked. Throws StoreUnavailable. */
  find(digest: string): Promise<KnownKey | undefined>;
}

export interface KnownKey {
  readonly vendor: { readonly id: string; readonly name: string };
  /** Of an issued key. */
  readonly id?: string | undefined;
  readonly expires?: Date | undefined;
  /** Another key was issued in its stead. */
  readonly replaced?: boolean | undefined;
}

/** Counts one request of a vendor, and answers what the vendor may still send. */
export type TakeQuota = (vendorId: string) => Promise<Quota>;

export interface Quota {
  /** Requests per window. */
  readonly limit: number;
  /** Seconds. */
  readonly window: number;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resets: number;
  /** This request was one too many. */
  readonly exceeded: boolean;
}

/** Where the service tells its operator what it does. Takes no personal data, and never throws. */
export interface Journal {
  served(request: ServedRequest): void;
  /** A fault nobody planned for. Its message is not written down: it may quote what was sent. */
  fault(error: unknown, requestId: string): void;
  /** Something the operator should know: a whole sentence. */
  warn(message: string): void;
}

export interface ServedRequest {
  readonly requestId: string;
  readonly traceparent: string | undefined;
  /** A name of the table of operations, or `unknown`. */
  readonly operation: string;
  readonly status: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly vendorId: string | undefined;
  /** Short label, from a closed list. */
  readonly refusal: string | undefined;
}
