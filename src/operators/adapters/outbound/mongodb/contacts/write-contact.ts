import { type Collection, type Db, MongoServerError } from 'mongodb';
import type { SaidValue } from '#operators/domain/work/mended-contact.ts';
import { asOutcome } from '../../../../../adapters/outbound/mongodb/connection/store-errors.ts';
import {
  CONTACTS,
  contactFrom,
  storedContact,
} from '../../../../../adapters/outbound/mongodb/stored-contact.ts';
import type { Contact, IdentityKey } from '../../../../../domain/contact.ts';
import { operatorRead, operatorWrite } from '../store/options.ts';
import { contactsOf, type MendedContact, type MendedState } from './stored-contact.ts';

/** Resolves to other contacts that hold one of the keys. */
export async function holders(
  contacts: Collection<MendedContact>,
  keys: readonly IdentityKey[],
  otherThan: string,
): Promise<Contact[]> {
  if (keys.length === 0) return [];
  const found = contacts.find({ keys: { $in: keys }, _id: { $ne: otherThan } }, operatorRead);
  return (await found.toArray()).map(contactFrom);
}

/**
 * Writes the contact, unless it has changed since it was read, or another contact holds one of its keys.
 * `replaced`: the values that `mendLeads` has to correct in leads.
 */
export function replaceContact(
  contacts: Collection<MendedContact>,
  read: MendedContact,
  contact: Contact,
  replaced: readonly SaidValue[] = [],
): Promise<'done' | 'overtaken' | 'duplicate'> {
  const former = [...new Set([...(read.former ?? []), ...replaced])];
  const { _id, ...after } = { ...storedContact(contact), ...(former.length > 0 && { former }) };
  const $set = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined));
  const gone = ['lastName', 'email', 'phone', 'zip', 'shown'].filter((field) => !(field in $set));
  const $unset = Object.fromEntries(gone.map((field) => [field, '']));
  return updateAsRead(contacts, read, { $set, ...(gone.length > 0 && { $unset }) });
}

/** Updates the contact, unless it has changed since it was read. */
export async function updateAsRead(
  contacts: Collection<MendedContact>,
  read: MendedContact,
  update: object,
): Promise<'done' | 'overtaken' | 'duplicate'> {
  const asRead = Object.entries(stateOf(read)).map(([field, value]) => [field, { $eq: value ?? null }]);
  const filter = { _id: read._id, mergedInto: null, erased: null, ...Object.fromEntries(asRead) };
  try {
    const { matchedCount } = await contacts.updateOne(filter, update, operatorWrite);
    return matchedCount === 1 ? 'done' : 'overtaken';
  } catch (error) {
    if (error instanceof MongoServerError && asOutcome(error) === 'duplicate') return 'duplicate';
    throw error;
  }
}

/** The fields that tell whether a contact has changed; absent ones are `undefined`. */
export function stateOf(stored: MendedState): MendedState {
  const { keys, firstName, lastName, email, phone, zip, former } = stored;
  return { keys, firstName, lastName, email, phone, zip, former };
}

/** Empties contacts with everything merged into them. Resolves to the number of contacts. */
export async function forgetContacts(
  db: Db,
  families: readonly { readonly id: string; readonly ids: readonly string[] }[],
  left: { readonly erased: Date; readonly retired?: true },
): Promise<number> {
  const ids = families.flatMap((each) => each.ids);
  // A merged contact stays and points to the other, without what the merge and searches kept in it.
  await contactsOf(db).updateMany(
    { _id: { $in: ids } },
    { $unset: { moving: '', named: '' } },
    operatorWrite,
  );
  const present = { mergedInto: { $exists: false }, erased: { $exists: false } };
  // Whole documents are replaced, so that no field added later can be missed.
  const { modifiedCount } = await db.collection<{ _id: string }>(CONTACTS).bulkWrite(
    families.map(({ id }) => ({ replaceOne: { filter: { _id: id, ...present }, replacement: left } })),
    { ordered: false, ...operatorWrite },
  );
  return modifiedCount;
}
