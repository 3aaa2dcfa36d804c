import { type Db, type Document, type Filter, ObjectId } from 'mongodb';
import { DEALS } from '../../../../../adapters/outbound/mongodb/stored-deal.ts';
import { dealsOf } from '../leads/stored-work.ts';
import { operatorRead } from '../store/options.ts';
import { contactsOf, type MendedContact } from './stored-contact.ts';
import { forgetContacts } from './write-contact.ts';

/**
 * A lead is two writes here: its contact, then its deal. A crash in between leaves a contact that no lead has got.
 * Nobody sees it, until a retry adds the deal; what erases by email or phone, and `leads upgrade`, erase it.
 */

const firstDeal = {
  $lookup: {
    from: DEALS,
    localField: '_id',
    foreignField: 'contactId',
    pipeline: [{ $limit: 1 }, { $project: { _id: 1 } }],
    as: 'deals',
  },
};

/** Stages of a pipeline that leave out contacts without a deal. */
export const withDeals: readonly Document[] = [firstDeal, { $match: { deals: { $ne: [] } } }];

/** Resolves to those of these contacts that have a deal. */
export const idsWithDeals = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(await dealsOf(db).distinct('contactId', { contactId: { $in: ids } }, operatorRead));

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
  const left = await contactsOf(db)
    .aggregate<Pick<MendedContact, '_id'>>(
      [
        { $match: { $and: [which, mayLackDeals(at)] } },
        firstDeal,
        { $match: { deals: [] } },
        { $project: { _id: 1 } },
      ],
      operatorRead,
    )
    .toArray();
  const ids = left.map(({ _id }) => _id);
  const merged = await contactsOf(db).distinct('mergedInto', { mergedInto: { $in: ids } }, operatorRead);
  const families = ids.filter((id) => !merged.includes(id)).map((id) => ({ id, ids: [id] }));
  if (families.length > 0) await forgetContacts(db, families, { erased: at, retired: true });
}
