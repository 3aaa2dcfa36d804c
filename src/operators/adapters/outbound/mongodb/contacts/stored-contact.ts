import type { Collection, Db } from 'mongodb';
import type { SaidValue } from '#operators/domain/work/mended-contact.ts';
import {
  CONTACTS,
  contactFrom,
  type StoredContact,
} from '../../../../../adapters/outbound/mongodb/stored-contact.ts';
import type { Contact } from '../../../../../domain/contact.ts';

/**
 * A contact with what operators' corrections, merges and erasures keep. `keys` is absent once it is erased or
 * merged. A merged one keeps its id, and the id of the other.
 */
export interface MendedContact extends StoredContact, MendedState {
  /** When the contact was erased. Only this, the id and `mergedInto` are left then. */
  readonly erased?: Date;
  /** Set if the contact was erased after its time: a lead that came to it meanwhile stays. */
  readonly retired?: true;
  /** The id of the contact that this one is part of now. */
  readonly mergedInto?: string;
  readonly merged?: Date;
  /** The state of a merged contact, until the other has taken it over. */
  readonly moving?: MendedState;
}

/** A contact's fields, with what its leads do not know yet. */
export interface MendedState extends Omit<StoredContact, '_id' | 'shown' | 'named'> {
  /** Values that the contact no longer has, but its leads may; absent once `mendLeads` has corrected them. */
  readonly former?: readonly SaidValue[] | undefined;
}

export const contactsOf = (db: Db): Collection<MendedContact> => db.collection<MendedContact>(CONTACTS);

/** A stored contact, or only the time if it was erased. */
export function leftOf(contact: MendedContact | null): {
  readonly contact: Contact | undefined;
  readonly erased: Date | undefined;
} {
  const erased = contact?.erased;
  return { contact: contact && !erased ? contactFrom(contact) : undefined, erased };
}
