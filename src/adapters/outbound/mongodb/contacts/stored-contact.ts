import type { Collection, Db } from 'mongodb';
import type { Contact, IdentityKey } from '../../../../domain/intake/contact.ts';
import { EmailAddress } from '../../../../domain/intake/email-address.ts';
import { textToFind } from '../../../../domain/intake/name.ts';
import { PhoneNumber } from '../../../../domain/intake/phone-number.ts';
import { type SaidValue, shownKeys } from '../../../../domain/work/mended-contact.ts';

export const CONTACTS = 'contacts';

/**
 * A contact as stored in the database. A blank field is absent; `keys` is absent once the contact is erased or merged.
 * A merged one keeps its id, and where it went.
 */
export interface StoredContact extends StoredState {
  readonly _id: string;
  /** The keys of an email or phone that it has but does not hold; absent if there are none. */
  readonly shown?: readonly IdentityKey[] | undefined;
  /** Its first and last name, as `spelling` says, to be searched. */
  readonly named?: string | undefined;
  /** When it was erased. Then nothing but this, the id and `mergedInto` is left. */
  readonly erased?: Date;
  /** It was erased because it had been kept for long enough: a lead that came to it meanwhile stays. */
  readonly retired?: true;
  /** The id of the contact that it is part of now. */
  readonly mergedInto?: string;
  readonly merged?: Date;
  /** What it was, until the other contact has it. */
  readonly moving?: StoredState;
}

export interface StoredState {
  readonly keys?: readonly IdentityKey[] | undefined;
  readonly firstName: string;
  readonly lastName?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly zip?: string | undefined;
  /** What its leads may say, and it no longer does; absent once `mendLeads` has written them. 0.2.0 kept it for ever. */
  readonly former?: readonly SaidValue[] | undefined;
}

export const contactsOf = (db: Db): Collection<StoredContact> => db.collection<StoredContact>(CONTACTS);

export function storedContact(contact: Contact): StoredContact {
  const { id, keys, firstName, ...blankable } = contact;
  return {
    _id: id,
    keys,
    firstName,
    ...storedFields(blankable),
    ...shownField(contact),
    ...namedField(contact),
  };
}

export function shownField(contact: Pick<Contact, 'email' | 'phone' | 'keys'>): Pick<StoredContact, 'shown'> {
  const shown = shownKeys(contact);
  return shown.length > 0 ? { shown } : {};
}

export const namedField = (contact: Pick<Contact, 'firstName' | 'lastName'>): { readonly named: string } => ({
  named: textToFind(contact),
});

/** The fields that may be blank, as they are stored. */
export const storedFields = ({
  lastName,
  email,
  phone,
  zip,
}: Partial<Pick<Contact, 'lastName' | 'email' | 'phone' | 'zip'>>) => ({
  lastName,
  email: email?.value,
  phone: phone?.value,
  zip,
});

export function contactFrom({
  _id,
  keys,
  firstName,
  lastName,
  email,
  phone,
  zip,
}: StoredState & Pick<StoredContact, '_id'>): Contact {
  return {
    id: _id,
    keys: keys ?? [],
    firstName,
    lastName,
    email: email ? EmailAddress.restore(email) : undefined,
    phone: phone ? PhoneNumber.restore(phone) : undefined,
    zip,
  };
}

/** An erased contact, of which nothing but the time is left. */
export function leftOf(contact: StoredContact | null): {
  readonly contact: Contact | undefined;
  readonly erased: Date | undefined;
} {
  const erased = contact?.erased;
  return { contact: contact && !erased ? contactFrom(contact) : undefined, erased };
}
