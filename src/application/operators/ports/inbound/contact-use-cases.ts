import type { Hook } from '../../../../domain/events/hook.ts';
import type { Contact } from '../../../../domain/intake/contact.ts';
import type { EmailAddress } from '../../../../domain/intake/email-address.ts';
import type { PhoneNumber } from '../../../../domain/intake/phone-number.ts';
import type { ContactDraft, ContactField } from '../../../../domain/work/contact-edit.ts';
import type { Deal } from '../../../../domain/work/deal.ts';
import type { Author } from '../../../../domain/work/person.ts';
import type { Delivery } from '../../../events/ports/deliveries.ts';
import type { RefusedRequest } from '../outbound/refusals.ts';
import type { ChangedContact, ContactRecord } from '../records.ts';
import type { Erased } from './lead-change-use-cases.ts';
import type { By } from './people-use-cases.ts';

/** How one contact is found: by its email, its phone or its id. */
export type ContactSought =
  | { readonly email: EmailAddress }
  | { readonly phone: PhoneNumber }
  /** Finds an erased contact, too, and by the id of a merged one the contact that was kept. */
  | { readonly contactId: string };

/** The contact. The look at it is recorded in the audit log. Throws Refused if there is none. */
export type FindContact = (query: ContactSought & { readonly by: By }) => Promise<ContactRecord>;

/**
 * Every contact that holds or shows the email or phone, or has a lead that came with it, or has these words in its name;
 * often none. A search by name reads every contact. By `clue`, the beginnings of words of the name or the last digits of the
 * phone, it finds the contacts of the latest leads that say so, and is soon done. The
 * search is recorded in the audit log, without what was sought or found.
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
 * Mends a contact. An empty value empties a field. A changed email or phone replaces the one by which leads find it. An
 * email that another contact has is refused; a phone may be that of another contact, whose leads it stays with.
 * Throws EditOvertaken and KeyHeld, which are Refused.
 */
export type EditContact = (order: {
  readonly contactId: string;
  readonly draft: ContactDraft;
  /** What its author saw, also in fields that they leave as they are. */
  readonly seen?: ContactDraft | undefined;
  readonly by: By;
}) => Promise<ChangedContact & { readonly fields: readonly ContactField[] }>;

/** Who edited each field of a contact last, and when, as far as it is known. */
export type Mended = { readonly [F in ContactField]?: Author & { readonly at: Date } };

/** What merging the two would do. The look at both is recorded in the audit log. */
export type PlanMerge = (order: MergeOrder & { readonly by: By }) => Promise<MergePlan>;

/**
 * Makes one contact of two. The kept one keeps its own fields, has its blanks filled, and also holds the other's email
 * and phone; it gets the other's leads. The id that goes keeps leading to it. Can be repeated: after a failure, or for a
 * lead that was added meanwhile.
 */
export type MergeContacts = (order: MergeOrder & { readonly by: By }) => Promise<MergePlan>;

/** Which contact is kept, and which becomes a part of it. */
export interface MergeOrder {
  readonly keptId: string;
  readonly goneId: string;
}

/** The two contacts of a merge as they are before it, and what it fills. */
export interface MergePlan extends MergeOrder {
  readonly kept: ContactRecord;
  /** `undefined` if it was merged before. */
  readonly gone: ContactRecord | undefined;
  /** The blanks of the kept one that the other fills. */
  readonly filled: readonly ContactField[];
}

/**
 * Erases the customer's data for good; their leads still return their status. Can be repeated. Repeat it a minute later:
 * a lead that was being submitted meanwhile may have been kept.
 */
export type EraseContact = (order: { readonly contactId: string; readonly by: By }) => Promise<Erased>;

/**
 * Everything that is kept about one customer, for them to read. It is recorded in the audit log before anything of it is
 * told. Throws Refused if there is no such contact.
 */
export type ExportContact = (query: ContactSought & { readonly by: By }) => Promise<ContactFile>;

/** A contact and all its leads, the oldest first. */
export interface ContactFile extends ContactRecord {
  readonly leads: readonly LeadFile[];
  /** How many of them came under another first name (`isUnderOtherName`), and may be another person's. */
  readonly leadsUnderOtherNames: number;
}

/** One lead as it is kept, and what else there is of it. */
export interface LeadFile {
  readonly deal: Deal;
  /** What webhooks were told of it in the last 30 days; `hook` is `undefined` if it was removed just now. */
  readonly told: readonly (Delivery & { readonly hook: Hook | undefined })[];
  /** The requests of its vendor with its id that were refused. */
  readonly refused: readonly RefusedRequest[];
}
