/**
 * How customers are erased.
 * Once a method resolves, its work is durable. Any method can throw StoreUnavailable and still have done its work. Ids and
 * keys are any text, compared exactly.
 */
export interface Erasure {
  /**
   * Erases the customer's data: the contact keeps only its id and the time of erasure and can no longer be found; each
   * of its deals keeps only what `forgetCustomer` leaves. Can be repeated, after a failure or for a deal that was
   * added meanwhile. Does nothing if there is no such contact. A store with webhooks then forgets, too, what receivers
   * answered to the events of these deals, and lets the lease of each such delivery go, which is due when that would have
   * ended: what a try under way brings is not kept.
   */
  erase(contactId: string, at: Date): Promise<void>;

  /**
   * The deal keeps only what `forgetCustomer` leaves; its contact stays, as `withoutLeads` says by its other deals. With
   * webhooks as `erase`. Can be repeated, after a failure too. Does nothing if there is no such lead.
   */
  eraseLead(leadId: string, at: Date): Promise<void>;

  /**
   * Erases what has been kept for long enough. Each of these deals that got its present status before `unmovedSince` keeps
   * only what `forgetCustomer` leaves; with webhooks as `erase`. A contact of which no other deal has its customer's data is
   * erased with them, like one of `erase`; another one stays, as `withoutLeads` says; a deal that was being added meanwhile keeps its own data. Can be repeated, and
   * then completes what was broken off, as long as one of the deals was not erased. Resolves to how many were erased.
   */
  retire(
    leadIds: readonly string[],
    when: { readonly unmovedSince: Date; readonly at: Date },
  ): Promise<{ readonly leads: number; readonly contacts: number }>;
}
