import type { Customer } from '../../../domain/contact.ts';
import type { Deal, Idempotency, Repeat } from '../../../domain/deal.ts';
import type { LeadStatus } from '../../../domain/lead-status.ts';

/**
 * The customer-relationship system. Each method handles one lead; whether calls share round trips is up to the adapter.
 * Once a method resolves, its work is durable. Any method can throw StoreUnavailable and still have done its work; any
 * other error is a fault. All calls for one lead together have ten seconds.
 */
export interface Crm {
  /**
   * Resolves to the id of the one contact for this customer, created if there is none. Blank fields are filled, others
   * stay unchanged. Concurrent calls for the same customer get the same contact.
   */
  upsertContact(customer: Customer): Promise<string>;

  /**
   * Adds the deal, unless the vendor already has one with the same idempotency key: then that one decides. A deal that
   * is already kept under this id was added by an earlier attempt whose answer was lost.
   */
  addDeal(deal: Deal): Promise<'added' | Repeat>;

  /** What the vendor's idempotency key was used for before; `undefined` if the key is new. */
  earlierDeal(vendorId: string, sent: Idempotency): Promise<Repeat | undefined>;

  /**
   * The status of the vendor's lead at this moment, which others change; `undefined` if it is unknown or belongs to
   * another vendor.
   */
  statusOf(leadId: string, vendorId: string): Promise<LeadStatus | undefined>;
}

export const crmMethods = [
  'upsertContact',
  'addDeal',
  'earlierDeal',
  'statusOf',
] as const satisfies (keyof Crm)[];
