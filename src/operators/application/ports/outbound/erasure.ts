import type { IdentityKey } from '../../../../domain/contact.ts';

/**
 * Erases customers. Once a method resolves, its work is durable. Any method can throw StoreUnavailable and
 * still have done its work. Ids and keys are any text, compared exactly.
 */
export interface Erasure {
  /**
   * Erases a customer's data. The contact keeps only its id and the time of erasure, and cannot be found any
   * more; each of its deals keeps only what `forgetCustomer` leaves. May be repeated, after a failure or for a
   * deal that was added meanwhile. Does nothing if there is no such contact. A store with webhooks also forgets
   * receivers' answers to events of these deals, and ends the lease of each such delivery, which is due when
   * the lease would have ended: the result of a try under way is not kept.
   */
  erase(contactId: string, at: Date): Promise<void>;

  /**
   * Erases contacts that no deal has and that hold or show one of these keys, but for one whose deal may be on its way.
   * A store that adds a lead in one transaction has none, and no such method.
   */
  eraseWithoutDeals?(keys: readonly IdentityKey[], at: Date): Promise<void>;

  /**
   * Erases the customer of one deal, which keeps only what `forgetCustomer` leaves. Its contact keeps what
   * `withoutLeads` says. Webhooks are handled as by `erase`. May be repeated, also after a failure. Does
   * nothing if there is no such lead.
   */
  eraseLead(leadId: string, at: Date): Promise<void>;

  /**
   * Erases the customers of deals that have been kept for long enough. Each of these deals that got its present
   * status before `unmovedSince` keeps only what `forgetCustomer` leaves. A contact whose other deals all have
   * no customer any more is erased as by `erase`; any other keeps what `withoutLeads` says. A deal that is
   * being added meanwhile keeps its data. Webhooks are handled as by `erase`. May be repeated, which completes
   * an interrupted call as long as one of the deals was not erased. Resolves to the numbers erased.
   */
  retire(
    leadIds: readonly string[],
    when: { readonly unmovedSince: Date; readonly at: Date },
  ): Promise<{ readonly leads: number; readonly contacts: number }>;
}
