import type { Contact } from '../../domain/contact.ts';
import type { Deal } from '../../domain/deal.ts';

/** What operators are shown of leads and their customers. */

/** A deal in a list, without the notes, which may be long. `customer` is what `customerOf` says. */
export type DealSummary = Pick<
  Deal,
  'id' | 'contactId' | 'vendorId' | 'vendorName' | 'customer' | 'dealType' | 'receivedAt' | 'status'
>;

export interface LeadRecord {
  readonly deal: Deal;
  readonly contact: Contact | undefined;
  /** When the contact was erased, if it was. */
  readonly erased: Date | undefined;
}

export interface ContactRecord {
  readonly contactId: string;
  readonly contact: Contact | undefined;
  /** When it was erased, if it was. */
  readonly erased: Date | undefined;
  /** How many it has. */
  readonly deals: number;
}

export interface ChangedDeal {
  readonly before: Deal;
  readonly after: Deal;
}
