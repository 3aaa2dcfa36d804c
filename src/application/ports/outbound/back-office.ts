import type { IdentityKey } from '../../../domain/contact.ts';
import type { Deal, StatusChange } from '../../../domain/deal.ts';
import type { LeadStatus } from '../../../domain/lead-status.ts';
import type { ChangedDeal, ContactRecord, DealSummary, LeadRecord } from '../records.ts';

/**
 * The operator's side of the customer-relationship system. Any method can throw StoreUnavailable and still have done
 * its work.
 */
export interface BackOffice {
  lead(leadId: string): Promise<LeadRecord | undefined>;

  /** Sorted by time of receipt, then by id. */
  deals(query: DealQuery): Promise<readonly DealSummary[]>;

  /**
   * Writes the change that `decide` returns for the deal as it stands at that moment: the new status together with its
   * entry in the history. Writes nothing if `decide` returns `undefined`, or if it throws: then the error passes through.
   * Of concurrent changes, each is decided after those before it, and none is lost. Resolves to `undefined` if there is
   * no such lead.
   */
  changeStatus(
    leadId: string,
    decide: (deal: Deal) => StatusChange | undefined,
  ): Promise<ChangedDeal | undefined>;

  /**
   * The contact with this id or key. By its id it is also found if it is erased, or if only its deals are left (in a
   * restored backup).
   */
  contact(
    sought: { readonly id: string } | { readonly key: IdentityKey },
  ): Promise<ContactRecord | undefined>;

  /**
   * Erases the customer's data: the contact keeps only its id and the time of erasure and can no longer be found; each
   * of its deals keeps only what `forgetCustomer` leaves. Can be repeated, after a failure or for a deal that was
   * added meanwhile. Does nothing if there is no such contact.
   */
  erase(contactId: string, at: Date): Promise<void>;

  /** The deal keeps only what `forgetCustomer` leaves; its contact stays. Can be repeated. Does nothing if there is no such lead. */
  eraseLead(leadId: string): Promise<void>;
}

export interface DealQuery {
  readonly since?: Date | undefined;
  readonly status?: LeadStatus | undefined;
  readonly vendorId?: string | undefined;
  /** The key that the lead came with. */
  readonly keyId?: string | undefined;
  readonly contactId?: string | undefined;
  /** The vendor's own id of the lead. */
  readonly externalId?: string | undefined;
  /** Only deals after this position. */
  readonly after?: DealPlace | undefined;
  readonly limit: number;
}

/** A deal's position in the order of `deals`. An empty id comes before every deal of its time. */
export type DealPlace = Pick<Deal, 'receivedAt' | 'id'>;
