import type { Contact, IdentityKey } from '../../../../domain/contact.ts';
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
   * Changes a contact: writes what `decide` returns for the contact as it is at that moment, with its keys;
   * then corrects the contact's deals as `mendedCustomer` says, for values `replacedByEdit`. `others`: all
   * other contacts that hold one of `keys`. If `decide` throws, nothing is written and the error passes
   * through. Concurrent changes and submissions are decided one after the other, and none is lost. Resolves to
   * `undefined` if there is no such contact, or it is erased.
   */
  changeContact(
    contactId: string,
    keys: readonly IdentityKey[],
    decide: DecideContact,
  ): Promise<ChangedContact | undefined>;

  /**
   * Merges two contacts as `mergedContact` says, with the deals of both, which are corrected as
   * `mendedCustomer` says, for values `replacedByMerge`. The id that goes stays as a pointer: every method here
   * finds the kept contact by it. After a crash, the same call completes the work. A lead that arrives
   * meanwhile ends up with the kept contact. Does nothing if one of the two does not exist.
   */
  merge(keptId: string, goneId: string, at: Date): Promise<void>;
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
