import type { Clock } from '../../../../application/ports/outbound/runtime.ts';
import type { Contact, IdentityKey } from '../../../../domain/contact.ts';
import type { WorkedDeal } from '../../../domain/work/worked-deal.ts';
import type { Announcement } from '../../events/ports/deliveries.ts';
import type { ChangedContact, ContactRecord } from '../records.ts';

/**
 * The contacts of the customer-relationship system, for operators.
 * Once a method resolves, its work is durable. Any method can throw StoreUnavailable and still have done its work. Ids and
 * keys are any text, compared exactly.
 */
export interface KeptContacts {
  /**
   * Resolves to the contact with this id or key. An id also finds a contact that is erased, or of which only
   * deals are left (in a restored backup). The id of a merged contact finds the one that was kept.
   */
  contact(
    sought: { readonly id: string } | { readonly key: IdentityKey },
  ): Promise<ContactRecord | undefined>;

  /**
   * Resolves to at most `limit` contacts that match the search, sorted by id. A search by name reads every
   * contact.
   */
  contacts(sought: ContactSearch): Promise<readonly Contact[]>;

  /**
   * Writes what `decide` returns for the contact as it stands at that moment, its keys included, and then of each of its
   * deals that `correctedDeal` changes what it says, for what is `replacedByEdit`. `others` are all other contacts that hold one of `keys`.
   * Writes nothing if `decide` throws: then the error passes through. Concurrent changes and submissions are decided one
   * after the other, and none is lost. Resolves to `undefined` if there is no such contact, or it is erased.
   */
  changeContact(
    contactId: string,
    keys: readonly IdentityKey[],
    decide: DecideContact,
    correction: Correction,
  ): Promise<ChangedContact | undefined>;

  /**
   * Makes two contacts one, as `mergedContact` says, with the deals of both, and of each of these what `correctedDeal` says,
   * for what is `replacedByMerge`. The id that goes stays as a pointer: every
   * method here finds the kept contact by it. After a crash, the same call completes the work. Of a lead that arrives
   * meanwhile, the contact is in the end the kept one. Does nothing if one of them does not exist.
   */
  merge(keptId: string, goneId: string, correction: Correction): Promise<void>;
}

/** What is written with each deal that is corrected. */
export interface Correction {
  /** Asked as it is written, however long many take: who reads changes in their order misses none. */
  readonly now: Clock;
  /** Kept in the same write, by a store with webhooks. */
  readonly announce: (
    deal: Pick<WorkedDeal, 'id' | 'vendorId' | 'status'>,
    at: Date,
  ) => readonly Announcement[];
}

/** Decides what a contact becomes. */
export type DecideContact = (contact: Contact, others: readonly Contact[]) => Contact;

/** A search for contacts, and the most to find. */
export type ContactSearch =
  /** Contacts that hold or show this key, or have a deal whose customer has it. */
  (
    | { readonly key: IdentityKey }
    /** Contacts whose first and last name contain these words, as `hasName` says. */
    | { readonly name: string }
  ) & { readonly limit: number };
