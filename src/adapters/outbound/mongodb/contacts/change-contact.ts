import { type Collection, type Db, type Filter, MongoServerError } from 'mongodb';
import { StoreUnavailable } from '../../../../application/intake/ports/outbound/store.ts';
import type { DecideContact } from '../../../../application/operators/ports/outbound/back-office.ts';
import type { ChangedContact } from '../../../../application/operators/ports/records.ts';
import type { Contact, CustomerAsSent, IdentityKey } from '../../../../domain/intake/contact.ts';
import { withoutLeads } from '../../../../domain/work/mended-contact.ts';
import { asOutcome } from '../connection/store-errors.ts';
import { MAX_ROUNDS, operatorRead, operatorWrite } from '../connection/write-each.ts';
import { customerFrom, dealsOf, type StoredDeal } from '../leads/stored-deal.ts';
import { familyOf } from './find-contacts.ts';
import {
  contactFrom,
  contactsOf,
  type StoredContact,
  type StoredState,
  storedContact,
} from './stored-contact.ts';

export async function changeContact(
  db: Db,
  contactId: string,
  keys: readonly IdentityKey[],
  decide: DecideContact,
): Promise<ChangedContact | undefined> {
  const contacts = contactsOf(db);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { contact: stored, ids } = await familyOf(db, contactId);
    if (!stored || stored.erased) return undefined;
    const before = contactFrom(stored);
    const after = decide(before, await holders(contacts, keys, before.id), await customersOf(db, ids));
    if ((await replaceContact(contacts, stored, after)) === 'done') return { before, after };
  }
  throw new StoreUnavailable('the contact kept changing');
}

/** What the contact has of these leads alone, which are about to be erased. */
export async function forgetLeads(db: Db, contactId: string, leadIds: readonly string[]): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { contact: stored, ids } = await familyOf(db, contactId);
    if (!stored?.keys) return;
    const before = contactFrom(stored);
    const gone = await customersOf(db, ids, { _id: { $in: leadIds } });
    const after = withoutLeads(before, gone, await customersOf(db, ids, { _id: { $nin: leadIds } }));
    if (after.former?.length === before.former?.length && after.keys.length === before.keys.length) return;
    if ((await replaceContact(contactsOf(db), stored, after)) === 'done') return;
  }
  throw new StoreUnavailable('the contact kept changing');
}

/** As sent with the leads of these contacts, all or some, the oldest first. */
export async function customersOf(
  db: Db,
  contactIds: readonly string[],
  some: Filter<StoredDeal> = {},
): Promise<CustomerAsSent[]> {
  const deals = dealsOf(db)
    .find(
      { contactId: { $in: contactIds }, ...some },
      { ...operatorRead, projection: { customer: 1, receivedAt: 1 } },
    )
    .sort({ receivedAt: 1 });
  return (await deals.toArray()).flatMap(({ customer }) => (customer ? [customerFrom(customer)] : []));
}

/** The contacts, other than this one, that hold one of the keys. */
export async function holders(
  contacts: Collection<StoredContact>,
  keys: readonly IdentityKey[],
  otherThan: string,
): Promise<Contact[]> {
  if (keys.length === 0) return [];
  const found = contacts.find({ keys: { $in: keys }, _id: { $ne: otherThan } }, operatorRead);
  return (await found.toArray()).map(contactFrom);
}

/** Writes the contact, unless it has changed since it was read, or another contact holds one of its keys. */
export function replaceContact(
  contacts: Collection<StoredContact>,
  read: StoredContact,
  { keys, ...contact }: Contact,
): Promise<'done' | 'overtaken' | 'duplicate'> {
  const { _id, ...after } = storedContact({ ...contact, keys });
  const $set = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined));
  const gone = ['lastName', 'email', 'phone', 'zip', 'shown', 'former', 'sought'].filter(
    (field) => !(field in $set),
  );
  const $unset = Object.fromEntries(gone.map((field) => [field, '']));
  return updateAsRead(contacts, read, { $set, ...(gone.length > 0 && { $unset }) });
}

/** Updates the contact, unless it has changed since it was read. */
export async function updateAsRead(
  contacts: Collection<StoredContact>,
  read: StoredContact,
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

export const stateOf = ({
  keys,
  firstName,
  lastName,
  email,
  phone,
  zip,
  former,
}: StoredState): StoredState => ({
  keys,
  firstName,
  lastName,
  email,
  phone,
  zip,
  former,
});
