import type { Collection, Db } from 'mongodb';
import type { Contact, IdentityKey } from '../../../domain/contact.ts';
import { EmailAddress } from '../../../domain/email-address.ts';
import { PhoneNumber } from '../../../domain/phone-number.ts';

export const CONTACTS = 'contacts';

/** A contact as stored in the database. A blank field is absent; `keys` is absent once the contact is erased. */
export interface StoredContact {
  readonly _id: string;
  readonly keys?: readonly IdentityKey[];
  readonly firstName: string;
  readonly lastName?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly zip?: string | undefined;
  /** When it was erased. Then nothing but this and the id is left. */
  readonly erased?: Date;
}

export const contactsOf = (db: Db): Collection<StoredContact> => db.collection<StoredContact>(CONTACTS);

export function storedContact({ id, keys, firstName, ...blankable }: Contact): StoredContact {
  return { _id: id, keys, firstName, ...storedFields(blankable) };
}

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
