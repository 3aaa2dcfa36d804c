import type { WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import type { Clock } from '../../../../application/ports/outbound/runtime.ts';
import type { Contact, IdentityKey } from '../../../../domain/contact.ts';
import type { Announcement } from '../../events/ports/deliveries.ts';
import type { ChangedContact, ContactRecord } from '../records.ts';

/**
 * The contacts of the customer-relationship system, for operators. A contact that no deal has is none: a crash left it
 * where a lead is two writes, and nobody finds it until it has one. Once a method resolves, its work is durable. Any
 * method can throw StoreUnavailable and still have done its work. Ids and keys are any text, compared exactly.
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
   * Changes a contact and the keys it holds: `decide` gets it as it is at that moment, and `others`, all other
   * contacts that hold one of `keys`. Then writes each of its deals that `correctedDeal` changes, for values that are
   * `replacedByEdit`. Writes nothing if `decide` throws: the error passes through. Concurrent changes and submissions
   * are decided one after the other, and none is lost. Resolves to `undefined` if there is no such contact, or it is
   * erased.
   */
  changeContact(
    contactId: string,
    keys: readonly IdentityKey[],
    decide: DecideContact,
    correction: Correction,
  ): Promise<ChangedContact | undefined>;

  /**
   * Makes two contacts one, as `mergedContact` says. It gets the deals of both, each as `correctedDeal` says, for
   * values that are `replacedByMerge`. `goneId` stays as a pointer, by which every method here finds the kept
   * contact. After a crash, the same call completes the work. A lead that arrives meanwhile ends up with the kept
   * contact. Does nothing if one of the two does not exist.
   */
  merge(keptId: string, goneId: string, correction: Correction): Promise<void>;
}

/** The time and events that are written with each corrected deal. */
export interface Correction {
  /** Called at each write, however many there are: readers who follow changes by time miss none. */
  readonly now: Clock;
  /** Makes the events of a deal's correction, which a store with webhooks keeps in the same write. */
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
