import { type Db, type Filter, ObjectId } from 'mongodb';
import { dealsOf } from '../leads/stored-work.ts';
import { operatorRead } from '../store/options.ts';
import { contactsOf, type MendedContact } from './stored-contact.ts';
import { forgetContacts } from './write-contact.ts';

/**
 * A lead is two writes here: its contact, then its deal. A crash in between leaves a contact that no lead has got.
 * Nobody sees it, until a retry adds the deal; what erases by email or phone, and `leads upgrade`, erase it.
 */

/** Resolves to those of these contacts that have a deal. */
export const idsWithDeals = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(await dealsOf(db).distinct('contactId', { contactId: { $in: ids } }, operatorRead));

/** Resolves to the first contacts that match and have a deal, sorted by id. */
export async function firstWithDeals(
  db: Db,
  filter: Filter<MendedContact>,
  limit: number,
): Promise<MendedContact[]> {
  const found: MendedContact[] = [];
  for (let after = ''; ; ) {
    const next = { $and: [{ _id: { $gt: after } }, filter] };
    const page = await contactsOf(db).find(next, operatorRead).sort({ _id: 1 }).limit(limit).toArray();
    const known = await idsWithDeals(db, idsOf(page));
    found.push(...page.filter(({ _id }) => known.has(_id)));
    const last = page.at(-1);
    if (!last || page.length < limit || found.length >= limit) return found.slice(0, limit);
    after = last._id;
  }
}

const idsOf = (contacts: readonly Pick<MendedContact, '_id'>[]): string[] => contacts.map(({ _id }) => _id);

/** Milliseconds for which the lead of a new contact may still be on its way: far more than a request has. */
const ON_ITS_WAY = 60_000;

/** A filter for contacts that can be without a deal at this time. New ids begin with the time. */
export const mayLackDeals = (at: Date): Filter<MendedContact> => ({
  _id: { $lt: ObjectId.createFromTime((at.getTime() - ON_ITS_WAY) / 1_000).toHexString() },
  keys: { $exists: true },
});

/**
 * Erases those of these contacts that have no deal, nor get those of a merged one. A lead that comes just then stays, as
 * that of a retired contact.
 */
export async function eraseWithoutDeals(db: Db, which: Filter<MendedContact>, at: Date): Promise<void> {
  const ids = idsOf(
    await contactsOf(db)
      .find({ $and: [which, mayLackDeals(at)] }, operatorRead)
      .toArray(),
  );
  const known = await idsWithDeals(db, ids);
  const left = ids.filter((id) => !known.has(id));
  const merged = await contactsOf(db).distinct('mergedInto', { mergedInto: { $in: left } }, operatorRead);
  const families = left.filter((id) => !merged.includes(id)).map((id) => ({ id, ids: [id] }));
  if (families.length > 0) await forgetContacts(db, families, { erased: at, retired: true });
}
