import { type Collection, type Db, type Filter, MongoServerError } from 'mongodb';
import type { Correction } from '#operators/application/ports/outbound/kept-contacts.ts';
import { isSameCustomer, mergedContact, replacedByMerge } from '#operators/domain/work/mended-contact.ts';
import { asOutcome } from '../../../../../adapters/outbound/mongodb/connection/store-errors.ts';
import { contactFrom, storedContact } from '../../../../../adapters/outbound/mongodb/stored-contact.ts';
import { StoreUnavailable } from '../../../../../application/ports/outbound/store.ts';
import type { Contact } from '../../../../../domain/contact.ts';
import { MAX_ROUNDS, operatorRead, operatorWrite } from '../store/options.ts';
import { familyOf, presentContact } from './find-contacts.ts';
import { mendLeads, moveLeads } from './mend-leads.ts';
import { contactsOf, type MendedContact, type MendedState } from './stored-contact.ts';
import { holders, replaceContact, stateOf, updateAsRead } from './write-contact.ts';

/**
 * Merges two contacts without a transaction, which a standalone server does not have. First the contact that
 * goes becomes a pointer that carries its state (`moving`); then the kept one takes that over; then the deals
 * move. After a crash anywhere, everything is either carried or taken over, and the next call goes on. A lead
 * that arrives while keys are carried makes a new contact with them, which is merged as well.
 */
export async function mergeContacts(
  db: Db,
  keptId: string,
  goneId: string,
  correction: Correction,
): Promise<void> {
  const { id, contact } = await presentContact(db, keptId);
  if (!contact || id === goneId) return;
  await point(db, goneId, id, correction.now());
  await completeMerge(db, id, correction);
}

/** Gives the present contact everything that its pointers carry, and their deals. */
export async function completeMerge(db: Db, presentId: string, correction: Correction): Promise<void> {
  await takeOver(db, presentId, correction.now());
  await moveLeads(db, presentId, correction);
  await mendLeads(db, presentId, correction);
}

/** Makes the contact a pointer. Others that point to it lead to the kept one through it. */
async function point(db: Db, goneId: string, keptId: string, at: Date): Promise<void> {
  const contacts = contactsOf(db);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const gone = await contacts.findOne({ _id: { $eq: goneId } }, operatorRead);
    if (!gone || gone.erased || gone.mergedInto) return;
    const moving = stateOf(gone);
    const left = [...Object.keys(moving), 'shown', 'named'].map((field) => [field, '']);
    const update = { $set: { mergedInto: keptId, merged: at, moving }, $unset: Object.fromEntries(left) };
    if ((await updateAsRead(contacts, gone, update)) === 'done') return;
  }
  throw new StoreUnavailable('the contact kept changing');
}

/** Gives the kept contact everything that its pointers carry. */
async function takeOver(db: Db, keptId: string, at: Date): Promise<void> {
  const contacts = contactsOf(db);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { id, contact: stored, ids } = await familyOf(db, keptId);
    if (stored?.mergedInto) {
      await breakCircle(contacts, id);
      continue;
    }
    const pointer = await contacts.findOne({ _id: { $in: ids }, moving: { $exists: true } }, operatorRead);
    if (!pointer?.moving) return;
    const carried = contactFrom({ _id: pointer._id, ...pointer.moving });
    const given = stored && !stored.erased ? await give(contacts, stored, carried, pointer.moving) : 'done';
    if (given === 'done')
      await contacts.updateOne(asRead(pointer), { $unset: { moving: '' } }, operatorWrite);
    // If it was overtaken, the holder may be the contact into which the kept one went meanwhile.
    if (given === 'duplicate')
      for (const holder of await holders(contacts, carried.keys, id))
        await giveBack(db, holder, id, carried, at);
  }
  throw new StoreUnavailable('the contact kept changing');
}

/** Writes the merged contact, with the former values that the other one's leads may have. */
function give(
  contacts: Collection<MendedContact>,
  stored: MendedContact,
  carried: Contact,
  { former = [] }: MendedState,
) {
  const whole = mergedContact(contactFrom(stored), carried);
  return replaceContact(contacts, stored, whole, [...former, ...replacedByMerge(carried, whole)]);
}

/**
 * Breaks a circle of pointers, which arises if operators merge contacts into each other at once: the first that
 * still carries its state becomes a contact again.
 */
async function breakCircle(contacts: Collection<MendedContact>, id: string): Promise<void> {
  const circle = (await circleFrom(contacts, id)).sort((a, b) => (a._id < b._id ? -1 : 1));
  const first = circle.find(({ moving }) => moving);
  if (!first?.moving) return;
  const carried = contactFrom({ _id: first._id, ...first.moving });
  const held = (await holders(contacts, carried.keys, first._id)).flatMap(({ keys }) => keys);
  const restored = { ...carried, keys: carried.keys.filter((key) => !held.includes(key)) };
  try {
    await contacts.replaceOne(asRead(first), storedContact(restored), operatorWrite);
  } catch (error) {
    if (!(error instanceof MongoServerError && asOutcome(error) === 'duplicate')) throw error;
  }
}

/** A filter for the pointer as it was read. */
const asRead = ({ _id, mergedInto, moving }: MendedContact): Filter<MendedContact> => ({
  _id,
  ...(mergedInto && { mergedInto }),
  ...(moving && { moving: { $eq: moving } }),
});

/** Resolves to the pointers that lead from this one back to it; to none if there is a contact at the end. */
async function circleFrom(contacts: Collection<MendedContact>, startId: string): Promise<MendedContact[]> {
  const circle: MendedContact[] = [];
  for (let id = startId; ; ) {
    const next = await contacts.findOne({ _id: { $eq: id } }, operatorRead);
    if (!next?.mergedInto) return [];
    circle.push(next);
    id = next.mergedInto;
    if (circle.some(({ _id }) => _id === id)) return id === startId ? circle : [];
  }
}

/** Takes the carried keys from a contact that got them meanwhile. */
async function giveBack(db: Db, holder: Contact, keptId: string, { keys }: Contact, at: Date): Promise<void> {
  const left = holder.keys.filter((key) => !keys.includes(key));
  if (left.length === 0 || isSameCustomer(holder, keys)) return point(db, holder.id, keptId, at);
  const contacts = contactsOf(db);
  const stored = await contacts.findOne({ _id: holder.id }, operatorRead);
  if (stored) await replaceContact(contacts, stored, { ...contactFrom(stored), keys: left });
}
