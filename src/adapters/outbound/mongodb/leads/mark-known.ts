import type { Db } from 'mongodb';
import { operatorRead, operatorWrite } from '../connection/write-each.ts';
import { dealsOf } from './stored-deal.ts';

interface Unmarked {
  /** The id of the contact. */
  readonly _id: string;
  readonly first: { readonly at: Date; readonly id: string };
  readonly leads: number;
}

/**
 * Of each contact's leads that are not of a known customer, all but the first become so. Resolves to how many, which a dry
 * run only counts.
 */
export async function markKnown(db: Db, contactIds: readonly string[], dryRun = false): Promise<number> {
  const unmarked = dealsOf(db).aggregate<Unmarked>(
    [
      { $match: { contactId: { $in: contactIds }, customerKnown: null } }, // null: where there is none
      {
        $group: {
          _id: '$contactId',
          first: { $min: { at: '$receivedAt', id: '$_id' } },
          leads: { $sum: 1 },
        },
      },
      { $match: { leads: { $gt: 1 } } },
    ],
    operatorRead,
  );
  const found = await unmarked.toArray();
  if (dryRun || found.length === 0) return found.reduce((sum, { leads }) => sum + leads - 1, 0);
  const { modifiedCount } = await dealsOf(db).updateMany(
    {
      contactId: { $in: found.map(({ _id }) => _id) },
      _id: { $nin: found.map(({ first }) => first.id) },
      customerKnown: { $exists: false },
    },
    { $set: { customerKnown: true } },
    operatorWrite,
  );
  return modifiedCount;
}
