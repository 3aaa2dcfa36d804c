import type { Contact } from '../../../domain/intake/contact.ts';
import type { Deal } from '../../../domain/work/deal.ts';

/** What operators are shown of leads and their customers. */

export type { DealSummary } from '../../../domain/work/deal-summary.ts';

/** A lead with its contact. */
export interface LeadRecord {
  readonly deal: Deal;
  readonly contact: Contact | undefined;
  /** When the contact was erased, if it was. */
  readonly erased: Date | undefined;
}

/** A contact, or what is left of an erased one, and how many leads it has. */
export interface ContactRecord {
  /** The id of the kept contact, also if it was sought by the id of one that was merged into it. */
  readonly contactId: string;
  readonly contact: Contact | undefined;
  /** When it was erased, if it was. */
  readonly erased: Date | undefined;
  /** How many it has. */
  readonly deals: number;
  /** The ids of the contacts that were merged into it, if there are any. */
  readonly merged?: readonly string[] | undefined;
}

/** A contact before and after a change. */
export interface ChangedContact {
  readonly before: Contact;
  readonly after: Contact;
}

/** A deal before and after a change; the same twice if nothing changed. */
export interface ChangedDeal {
  readonly before: Deal;
  readonly after: Deal;
}

/** What became of one of several changes: `refused` is why not; `undefined`: there is no such lead. */
export type DealOutcome = ChangedDeal | { readonly refused: unknown } | undefined;
