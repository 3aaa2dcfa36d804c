import type { Collection, Db } from 'mongodb';
import {
  CONTACTS,
  contactFrom,
  type StoredContact,
} from '../../../../../adapters/outbound/mongodb/stored-contact.ts';
import type { Contact } from '../../../../../domain/contact.ts';
import type { SaidValue } from '../../../../domain/work/mended-contact.ts';

/**
 * A contact as operators mend, merge and erase it. `keys` is absent once it is erased or merged. A merged one keeps its
 * id, and where it went.
 */
export interface MendedContact extends StoredContact, MendedState {
  /** When it was erased. Then nothing but this, the id and `mergedInto` is left. */
  readonly erased?: Date;
  /** It was erased because it had been kept for long enough: a lead that came to it meanwhile stays. */
  readonly retired?: true;
  /** The id of the contact that it is part of now. */
  readonly mergedInto?: string;
  readonly merged?: Date;
  /** What it was, until the other contact has it. */
  readonly moving?: MendedState;
}

/** What a contact is, with what its leads have yet to learn. */
export interface MendedState extends Omit<StoredContact, '_id' | 'shown' | 'named'> {
  /** What its leads may say, and it no longer does; absent once `mendLeads` has written them. */
  readonly former?: readonly SaidValue[] | undefined;
}

export const contactsOf = (db: Db): Collection<MendedContact> => db.collection<MendedContact>(CONTACTS);

/** An erased contact, of which nothing but the time is left. */
export function leftOf(contact: MendedContact | null): {
  readonly contact: Contact | undefined;
  readonly erased: Date | undefined;
} {
  const erased = contact?.erased;
  return { contact: contact && !erased ? contactFrom(contact) : undefined, erased };
}
