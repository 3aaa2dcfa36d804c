import type { Collection, Db } from 'mongodb';
import { type Contact, type IdentityKey, shownKeys } from '../../../domain/contact.ts';
import { EmailAddress } from '../../../domain/email-address.ts';
import { textToFind } from '../../../domain/name.ts';
import { PhoneNumber } from '../../../domain/phone-number.ts';
import type { IndexedCollection } from './connection/indexes.ts';

export const CONTACTS = 'contacts';

/** A contact as the database has it. Blank fields are absent. */
export interface StoredContact {
  readonly _id: string;
  readonly keys?: readonly IdentityKey[] | undefined;
  readonly firstName: string;
  readonly lastName?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly zip?: string | undefined;
  /** The keys of an email or phone that the contact shows but does not hold; absent if there are none. */
  readonly shown?: readonly IdentityKey[] | undefined;
  /** First and last name, spelt for searches. */
  readonly named?: string | undefined;
}

/** The unique index that decides which contact holds an email or phone. */
export const contactIndexes: IndexedCollection = {
  collection: CONTACTS,
  indexes: [
    {
      name: 'identity',
      key: { keys: 1 },
      unique: true,
      partialFilterExpression: { keys: { $exists: true } }, // erased contacts have none, and there may be many
    },
  ],
};

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

export function contactFrom({ _id, keys, firstName, lastName, email, phone, zip }: StoredContact): Contact {
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
