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
   * Resolves to the id of the one contact for this customer, created if there is none. Blank fields are filled,
   * others stay unchanged. Concurrent calls for the same customer get the same contact, and only one of them creates
   * it.
   */
  upsertContact(customer: Customer): Promise<string>;

  /**
   * Adds the deal, unless the vendor already has one with the same idempotency key: then resolves to that one. If the
   * very same deal is already there, by its id, an earlier attempt added it and its answer was lost: resolves to
   * `added`. Kept in the same write are `announced`, by a store with webhooks, and `asItCame`, by one with sources.
   */
  addDeal(deal: Deal, announced?: Announced, asItCame?: AsItCame): Promise<'added' | EarlierDeal>;

  /** The vendor's deal with this idempotency key; `undefined` if the key is new. */
  earlierDeal(vendorId: string, key: string): Promise<EarlierDeal | undefined>;

  /** The lead's vendor and its current status, which others may have changed; `undefined` if there is no such lead. */
  statusOf(leadId: string): Promise<OwnedStatus | undefined>;
}

/** The fields of a deal that tell whether a lead was sent before; and when, if the store tells that. */
export type EarlierDeal = Pick<Deal, 'id' | 'idempotency'> & Partial<Pick<Deal, 'receivedAt'>>;

/** A lead's vendor and its present status. */
export type OwnedStatus = Pick<Deal, 'vendorId' | 'status'>;

/** The methods of `Crm`, by name. */
export const crmMethods = [
  'upsertContact',
  'addDeal',
  'earlierDeal',
  'statusOf',
] as const satisfies (keyof Crm)[];
