import type { Db } from 'mongodb';
import { CONTACTS, contactsOf } from './stored-contact.ts';
import { dealsOf } from './stored-deal.ts';

/**
 * Deals first: if it fails there, the contact is still found and everything can be repeated. Then the deals once
 * more, in case one was submitted meanwhile.
 */
export async function eraseContact(db: Db, contactId: string, at: Date): Promise<boolean> {
  const present = { _id: { $eq: contactId }, erased: { $exists: false } };
  if (!(await contactsOf(db).findOne(present, { readConcern: { level: 'local' } }))) return false;
  await forgetDeals(db, contactId);
  // Replaces the whole document, so that no field added to contacts later can be missed here.
  const erased = await db
    .collection<{ _id: string; erased: Date }>(CONTACTS)
    .replaceOne({ _id: contactId, erased: { $exists: false } }, { erased: at });
  await forgetDeals(db, contactId);
  return erased.matchedCount === 1;
}

/** The domain's `forgetCustomer`, as one command for all deals of the contact. */
async function forgetDeals(db: Db, contactId: string): Promise<void> {
  const { status, at, by } = { status: '$$change.status', at: '$$change.at', by: '$$change.by' };
  const history = { $map: { input: '$history', as: 'change', in: { status, at, by } } };
  await dealsOf(db).updateMany({ contactId }, [
    { $set: { notes: '', history } },
    { $unset: ['externalId', 'idempotency.fingerprint'] },
  ]);
}
