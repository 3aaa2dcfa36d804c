import type { Customer } from '../../../domain/contact.ts';
import type { Deal } from '../../../domain/deal.ts';
import type { AsItCame } from '../../../domain/sources/as-it-came.ts';

/**
 * The customer-relationship system. Each method handles one lead; whether calls share round trips is up to the
 * adapter. Once a method resolves, its work is durable. Any method can throw StoreUnavailable and still have done its
 * work; any other error is a fault. All calls for one lead together have ten seconds. Ids and keys are any text,
 * compared exactly. `Announced`: what a store with webhooks keeps of an event.
 */
export interface Crm<Announced = unknown> {
  /**
   * Adds a lead: the contact of its customer, as `placeCustomer` decides, and the deal of that contact; in one
   * transaction if the store can, else the contact first, so that no deal is without one (`KeptContacts` shows none
   * without a deal). If the vendor already has a deal with the same idempotency key, adds neither and resolves to that
   * deal. If the very same deal is already there, by its id, an earlier attempt added it and its answer was lost:
   * resolves to `added`. Concurrent leads of one customer get one contact.
   */
  addLead(lead: NewLead<Announced>): Promise<'added' | EarlierDeal>;

  /** The vendor's deal with this idempotency key; `undefined` if the key is new. */
  earlierDeal(vendorId: string, key: string): Promise<EarlierDeal | undefined>;

  /** The lead's vendor and its current status, which others may have changed; `undefined` if there is no such lead. */
  statusOf(leadId: string): Promise<OwnedStatus | undefined>;
}

/** A lead to add, with what is kept in the same write. */
export interface NewLead<Announced = unknown> {
  readonly customer: Customer;
  /** Makes the deal of the customer's contact. The same each time, but for that id. */
  readonly dealOf: (contactId: string) => Deal;
  /** What a store with webhooks keeps beside the deal, to tell others of it. */
  readonly announced?: Announced | undefined;
  /** What a store with sources keeps beside the deal. */
  readonly asItCame?: AsItCame | undefined;
}

/** The fields of a deal that tell whether a lead was sent before; and when, if the store tells that. */
export type EarlierDeal = Pick<Deal, 'id' | 'idempotency'> & Partial<Pick<Deal, 'receivedAt'>>;

/** A lead's vendor and its present status. */
export type OwnedStatus = Pick<Deal, 'vendorId' | 'status'>;

/** Throws TypeError for a CRM as it was before 0.5.0, with two methods for a lead. */
export function requireOneWrite(crm: object | undefined): void {
  if (crm && 'addDeal' in crm && !('addLead' in crm))
    throw new TypeError(
      'This CRM has upsertContact and addDeal: since 0.5.0, addLead takes contact and deal at once. See “The port Crm” in docs/own-store.md.',
    );
}

/** The methods of `Crm`, by name. */
export const crmMethods = ['addLead', 'earlierDeal', 'statusOf'] as const satisfies (keyof Crm)[];
