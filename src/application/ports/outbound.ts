import type { Customer } from '../../domain/contact.ts';
import type { Deal, Idempotency } from '../../domain/deal.ts';
import type { LeadStatus } from '../../domain/lead-status.ts';

/** Driven ports. Each method handles one lead; whether calls share round trips is up to the adapter. */

/** The store cannot be reached or is too busy to answer. Whether anything was kept is unknown. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * The customer-relationship system.
 * Once a method resolves, its work is durable. Any method can throw StoreUnavailable and still have done its work.
 */
export interface Crm {
  /**
   * Resolves to the id of the one contact for this customer, created if there is none. Blank fields are filled, others
   * stay unchanged. Concurrent calls for the same customer get the same contact.
   */
  keepContact(customer: Customer): Promise<string>;

  /** Adds the deal, unless the vendor already has one with the same idempotency key: then that one decides. */
  addDeal(deal: Deal): Promise<'added' | Repeat>;

  /** What the vendor's idempotency key was used for before; `undefined` if the key is new. */
  earlierDeal(vendorId: string, sent: Idempotency): Promise<Repeat | undefined>;

  /** The current status of the vendor's lead; `undefined` if it is unknown or belongs to another vendor. */
  statusOf(leadId: string, vendorId: string): Promise<LeadStatus | undefined>;
}

/** The idempotency key was used before: for the same lead (`replayed`) or another one (`conflict`). */
export type Repeat =
  | { readonly outcome: 'replayed'; readonly leadId: string }
  | { readonly outcome: 'conflict' };

/** Resolves to whether requests can be served now. Never throws. */
export type StoreHealth = () => Promise<boolean>;

export type Clock = () => Date;

/** Returns a new UUID v7 as text on each call. */
export type LeadIds = () => string;

/** SHA-256 of the text in UTF-8, as 64 hexadecimal digits. */
export type Digest = (text: string) => string;

/** The keys that vendors hold. */
export interface ApiKeyDirectory {
  /** The key with this digest, even if expired; `undefined` if unknown or revoked. Throws StoreUnavailable. */
  find(digest: string): Promise<KnownKey | undefined>;
}

export interface KnownKey {
  readonly vendor: { readonly id: string; readonly name: string };
  /** Only issued keys have one. */
  readonly id?: string | undefined;
  readonly expires?: Date | undefined;
  /** True if another key has replaced this one. */
  readonly replaced?: boolean | undefined;
}

/** Counts one request of a vendor and resolves to what is left of its quota. */
export type TakeQuota = (vendorId: string) => Promise<Quota>;

export interface Quota {
  /** Requests per window. */
  readonly limit: number;
  /** Length of the window in seconds. */
  readonly window: number;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resets: number;
  /** True if this request was over the limit. */
  readonly exceeded: boolean;
}

/** Reports to the operator what the service does. Receives no personal data, and never throws. */
export interface Journal {
  served(request: ServedRequest): void;
  /** An unexpected error. Its message is not logged: it may quote what was sent. */
  fault(error: unknown, requestId: string): void;
  /** Something the operator should know, as a full sentence. */
  warn(message: string): void;
}

export interface ServedRequest {
  readonly requestId: string;
  readonly traceparent: string | undefined;
  /** A name from the table of operations, or `unknown`. */
  readonly operation: string;
  readonly status: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly vendorId: string | undefined;
  /** A short label from a closed list; `undefined` if the request was not refused. */
  readonly refusal: string | undefined;
}
