import type { Db } from 'mongodb';
import { CONTACTS, contactsOf } from './stored-contact.ts';
import { dealsOf } from './stored-deal.ts';

/**
 * The deals first: should it break off there, the contact is still found and the whole can be repeated. And the
 * deals again, for one that was submitted meanwhile.
 */
export async function eraseContact(db: Db, contactId: string, at: Date): Promise<boolean> {
  const present = { _id: { $eq: contactId }, erased: { $exists: false } };
  if (!(await contactsOf(db).findOne(present, { readConcern: { level: 'local' } }))) return false;
  await forgetDeals(db, contactId);
  // Replaced whole: no field that is ever added to a contact can be forgotten here.
  const erased = await db
    .collection<{ _id: string; erased: Date }>(CONTACTS)
    .replaceOne({ _id: contactId, erased: { $exists: false } }, { erased: at });
  await forgetDeals(db, contactId);
  return erased.matchedCount === 1;
}

/** What `forgetCustomer` of the domain says, in one command for all deals of the contact. */
async function forgetDeals(db: Db, contactId: string): Promise<void> {
  const { status, at, by } = { status: '$$change.status', at: '$$change.at', by: '$$change.by' };
  const history = { $map: { input: '$history', as: 'change', in: { status, at, by } } };
  await dealsOf(db).updateMany({ contactId }, [
    { $set: { notes: '', history } },
    { $unset: ['externalId', 'idempotency.fingerprint'] },
  ]);
}
