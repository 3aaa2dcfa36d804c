import type { Contact } from '../../../domain/contact.ts';
import type { FollowUp } from '../../domain/work/activity.ts';
import type { WorkedDeal } from '../../domain/work/worked-deal.ts';
import type { OwedRemains } from './outbound/remains.ts';

/** Leads and customers as operators see them. */

export type { DealSummary } from '../../domain/work/deal-summary.ts';

/** A lead with its contact. */
export interface LeadRecord {
  readonly deal: WorkedDeal;
  readonly contact: Contact | undefined;
  /** When the contact was erased, if it was. */
  readonly erased: Date | undefined;
}

/** A contact, or the remains of an erased one, with the number of its leads. */
export interface ContactRecord {
  /** The contact's id; that of the kept contact if it was found by the id of one that was merged into it. */
  readonly contactId: string;
  readonly contact: Contact | undefined;
  /** When the contact was erased, if it was. */
  readonly erased: Date | undefined;
  /** The number of its leads. */
  readonly deals: number;
  /** The ids of contacts that were merged into this one, if there are any. */
  readonly merged?: readonly string[] | undefined;
}

/** A contact before and after a change. */
export interface ChangedContact {
  readonly before: Contact;
  readonly after: Contact;
}

/** A deal before and after a change; twice the same if nothing changed. */
export interface ChangedDeal {
  readonly before: WorkedDeal;
  readonly after: WorkedDeal;
}

/** The outcome of one of several changes. `refused`: the error; `undefined`: there is no such lead. */
export type DealOutcome = ChangedDeal | { readonly refused: unknown } | undefined;

/** The result of an erasure: follow-ups that ended with it, and bytes that the store's files still have. */
export interface Erased {
  readonly ended: readonly FollowUp[];
  /** How many held leads of the customer were erased with it. */
  readonly held: number;
  readonly owed: OwedRemains | undefined;
}
