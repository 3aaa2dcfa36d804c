import { type Collection, type Db, MongoServerError } from 'mongodb';
import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';
import type { Contact } from '../../../domain/contact.ts';
import { isSameCustomer, mergedContact } from '../../../domain/mended-contact.ts';
import { holders, ROUNDS, replaceContact, stateOf, updateAsRead } from './change-contact.ts';
import { familyOf, presentContact } from './find-contacts.ts';
import { asOutcome } from './store-errors.ts';
import { contactFrom, contactsOf, type StoredContact, storedContact } from './stored-contact.ts';
import { dealsOf } from './stored-deal.ts';
import { newest, operatorWrite } from './write-each.ts';

/**
 * Without a transaction, which a standalone server does not have. First the contact that goes becomes a pointer that
 * carries what it was (`moving`); then the kept one takes that over; then the deals move. After a crash anywhere,
 * everything is either carried or taken over, and the next call goes on from there. A lead that arrives while keys are
 * carried makes a new contact with them: that one is merged, too.
 */
export async function mergeContacts(db: Db, keptId: string, goneId: string, at: Date): Promise<void> {
  const { id, contact } = await presentContact(db, keptId);
  if (!contact || id === goneId) return;
  await point(db, goneId, id, at);
  await breakCircle(db, id, goneId);
  await takeOver(db, id, at);
  const { ids } = await familyOf(db, id);
  await dealsOf(db).updateMany(
    { contactId: { $in: ids.filter((each) => each !== id) } },
    { $set: { contactId: id } },
    operatorWrite,
  );
}

/** Makes a pointer of the contact, and points those to the kept one that pointed to it. */
async function point(db: Db, goneId: string, keptId: string, at: Date): Promise<void> {
  const contacts = contactsOf(db);
  const $unset = { keys: '', shown: '', firstName: '', lastName: '', email: '', phone: '', zip: '' };
  for (let round = 0; round < ROUNDS; round += 1) {
    const gone = await contacts.findOne({ _id: { $eq: goneId } }, newest);
    if (!gone || gone.erased) return;
    if (gone.mergedInto && gone.mergedInto !== keptId) return;
    const $set = { mergedInto: keptId, merged: at, moving: stateOf(gone) };
    if (gone.mergedInto || (await updateAsRead(contacts, gone, { $set, $unset })) === 'done') {
      const others = { mergedInto: goneId, _id: { $ne: keptId } };
      await contacts.updateMany(others, { $set: { mergedInto: keptId } }, operatorWrite);
      return;
    }
  }
  throw new StoreUnavailable('the contact kept changing');
}

/** Two operators who merge the same two at once, each into the other, make two pointers: one becomes a contact again. */
async function breakCircle(db: Db, ...[one, other]: [string, string]): Promise<void> {
  const contacts = contactsOf(db);
  const [winner, loser] = one < other ? [one, other] : [other, one];
  for (let round = 0; round < ROUNDS; round += 1) {
    const both = await contacts.find({ _id: { $in: [winner, loser] } }, newest).toArray();
    const [pointer, back] = [winner, loser].map((id) => both.find(({ _id }) => _id === id));
    if (pointer?.mergedInto !== loser || back?.mergedInto !== winner || !pointer.moving) return;
    const carried = contactFrom({ _id: winner, ...pointer.moving });
    const held = (await holders(contacts, carried.keys, winner)).flatMap(({ keys }) => keys);
    const restored = { ...carried, keys: carried.keys.filter((key) => !held.includes(key)) };
    const outcome = contacts.replaceOne(
      { _id: winner, mergedInto: loser },
      storedContact(restored),
      operatorWrite,
    );
    await outcome.catch((error) => {
      if (!(error instanceof MongoServerError && asOutcome(error) === 'duplicate')) throw error;
    });
  }
}

/** The kept contact gets what its pointers carry. */
async function takeOver(db: Db, keptId: string, at: Date): Promise<void> {
  const contacts = contactsOf(db);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, contact: stored } = await presentContact(db, keptId);
    const pointer = await contacts.findOne(
      { mergedInto: { $in: [id, keptId] }, moving: { $exists: true } },
      newest,
    );
    if (!pointer?.moving) return;
    const carried = contactFrom({ _id: pointer._id, ...pointer.moving });
    const isTaken = !stored || stored.erased !== undefined || (await isGiven(contacts, stored, carried));
    if (isTaken) await contacts.updateOne({ _id: pointer._id }, { $unset: { moving: '' } }, operatorWrite);
    else
      for (const holder of await holders(contacts, carried.keys, id))
        await giveBack(db, holder, id, carried, at);
  }
  throw new StoreUnavailable('the contact kept changing');
}

async function isGiven(
  contacts: Collection<StoredContact>,
  stored: StoredContact,
  carried: Contact,
): Promise<boolean> {
  return (await replaceContact(contacts, stored, mergedContact(contactFrom(stored), carried))) === 'done';
}

/** Takes the carried keys from a contact that got them meanwhile. */
async function giveBack(db: Db, holder: Contact, keptId: string, { keys }: Contact, at: Date): Promise<void> {
  const left = holder.keys.filter((key) => !keys.includes(key));
  if (left.length === 0 || isSameCustomer(holder, keys)) return point(db, holder.id, keptId, at);
  const contacts = contactsOf(db);
  const stored = await contacts.findOne({ _id: holder.id }, newest);
  if (stored) await replaceContact(contacts, stored, { ...contactFrom(stored), keys: left });
}
