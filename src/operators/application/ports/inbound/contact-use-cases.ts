import type { Hook } from '#operators/domain/events/hook.ts';
import type { ContactDraft, ContactField } from '#operators/domain/work/contact-edit.ts';
import type { Author } from '#operators/domain/work/person.ts';
import type { WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import type { Contact } from '../../../../domain/contact.ts';
import type { EmailAddress } from '../../../../domain/email-address.ts';
import type { PhoneNumber } from '../../../../domain/phone-number.ts';
import type { AsItCame } from '../../../../domain/sources/as-it-came.ts';
import type { HeldLead } from '../../../../domain/sources/held-lead.ts';
import type { Delivery } from '../../events/ports/deliveries.ts';
import type { RefusedRequest } from '../outbound/refusals.ts';
import type { ChangedContact, ContactRecord } from '../records.ts';
import type { Erased } from './lead-change-use-cases.ts';
import type { By } from './people-use-cases.ts';

/** A contact's email, phone or id. */
export type ContactSought =
  | { readonly email: EmailAddress }
  | { readonly phone: PhoneNumber }
  /** An id, also of an erased contact. The id of a merged contact finds the one that was kept. */
  | { readonly contactId: string };

/**
 * Finds one contact. The audit log records the look. Throws Refused if there is none (`only-held` if an email or phone
 * stands in held leads alone).
 */
export type FindContact = (query: ContactSought & { readonly by: By }) => Promise<ContactRecord>;

/**
 * Finds contacts that hold or show an email or phone, have a lead with it, or have these words in their name;
 * often there is none. A search by name reads every contact. A `clue` (beginnings of words of the name, or the
 * phone's last digits) is quick: it finds the contacts of the latest leads that match. The audit log records
 * the search, but not what was sought or found.
 */
export type FindContacts = (
  sought: (
    | { readonly email: EmailAddress }
    | { readonly phone: PhoneNumber }
    | { readonly name: string }
    | { readonly clue: string }
  ) & {
    /** 1 or more. */
    readonly limit: number;
    readonly by: By;
  },
) => Promise<{ readonly contacts: readonly Contact[]; readonly more: boolean }>;

/**
 * Corrects a contact. An empty value empties a field. A changed email or phone replaces the key by which leads
 * find the contact. An email that another contact has is refused; a phone may be another contact's, and leads
 * with it stay with that contact. Throws EditOvertaken and KeyHeld, which are Refused.
 */
export type EditContact = (order: {
  readonly contactId: string;
  readonly draft: ContactDraft;
  /** The values that the author saw, also of fields that they do not change. */
  readonly seen?: ContactDraft | undefined;
  readonly by: By;
}) => Promise<ChangedContact & { readonly fields: readonly ContactField[] }>;

/** Who last edited each field of a contact, and when, as far as it is known. */
export type Mended = { readonly [F in ContactField]?: Author & { readonly at: Date } };

/** Shows what a merge would do. The audit log records a look at both contacts. */
export type PlanMerge = (order: MergeOrder & { readonly by: By }) => Promise<MergePlan>;

/**
 * Merges two contacts. The kept one keeps its own fields, fills its blanks from the other, and gets the other's
 * email, phone and leads. The other id leads to the kept contact from then on. May be repeated, after a failure
 * or for a lead that came meanwhile.
 */
export type MergeContacts = (order: MergeOrder & { readonly by: By }) => Promise<MergePlan>;

/** Which contact is kept, and which becomes a part of it. */
export interface MergeOrder {
  readonly keptId: string;
  readonly goneId: string;
}

/** The two contacts as they are before a merge, and what the merge fills. */
export interface MergePlan extends MergeOrder {
  readonly kept: ContactRecord;
  /** `undefined` if this contact was merged before. */
  readonly gone: ContactRecord | undefined;
  /** The blanks of the kept contact that the other fills. */
  readonly filled: readonly ContactField[];
}

/**
 * Erases a customer's data for good. Their leads still return their status. May be repeated; repeat it a minute
 * later, as a lead that was being submitted meanwhile may have been kept.
 */
export type EraseContact = (order: { readonly contactId: string; readonly by: By }) => Promise<Erased>;

/** Counts the held leads that are erased with a contact. Throws Refused if there is no such contact. */
export type CountHeldOf = (query: { readonly contactId: string }) => Promise<number>;

/**
 * Collects everything that is kept about one customer, for them to read: of somebody without a contact, what is held.
 * The audit log records it first. Throws Refused if there is nothing.
 */
export type ExportContact = (query: ContactSought & { readonly by: By }) => Promise<ContactFile>;

/** A contact and all its leads, the oldest first. */
export interface ContactFile extends Omit<ContactRecord, 'contactId'> {
  /** `undefined` if the customer stands in held leads alone. */
  readonly contactId: string | undefined;
  readonly leads: readonly LeadFile[];
  /** Held leads in whose texts an email or phone of the customer stands. */
  readonly held: readonly HeldLead[];
  /** How many leads came under another first name (`isUnderOtherName`), and may be another person's. */
  readonly leadsUnderOtherNames: number;
}

/** A lead as it is kept, with its deliveries and refused requests. */
export interface LeadFile {
  readonly deal: WorkedDeal;
  /**
   * The lead's events that were sent to webhooks in the last 30 days; `hook` is `undefined` if it was just
   * removed.
   */
  readonly told: readonly (Delivery & { readonly hook: Hook | undefined })[];
  /** What its source sent; `undefined` if that is not kept. */
  readonly asItCame: AsItCame | undefined;
  /** Requests of the vendor that were refused and had this lead's id. */
  readonly refused: readonly RefusedRequest[];
}
