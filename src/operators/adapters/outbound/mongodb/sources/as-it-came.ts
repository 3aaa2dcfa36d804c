import type { Db } from 'mongodb';
import type { CameQuery, CameWithLead } from '#operators/application/ports/outbound/managed-sources.ts';
import type { Shelf } from '#operators/application/ports/outbound/shelves.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import type { AsItCame } from '../../../../../domain/sources/as-it-came.ts';
import { dealsOf, type StoredWork } from '../leads/stored-work.ts';
import { operatorRead, operatorWrite } from '../store/options.ts';

/** What sources sent stands in the documents of the leads, which are read without it everywhere else. */

const only = { ...operatorRead, projection: { asItCame: 1 } } as const;

/** A filter for deals that have it, for which its index is used. */
const kept = { 'asItCame.at': { $exists: true } } as const;

const cameFrom = ({ _id, asItCame }: Pick<StoredWork, '_id' | 'asItCame'>): readonly CameWithLead[] =>
  asItCame ? [{ id: _id, ...asItCame }] : [];

export async function asItCameOf(db: Db, leadId: string): Promise<AsItCame | undefined> {
  return (await dealsOf(db).findOne({ _id: { $eq: leadId } }, only))?.asItCame;
}

export async function listCame(
  db: Db,
  { sourceId, since, after, limit }: CameQuery,
): Promise<readonly CameWithLead[]> {
  const beyond = after && {
    $or: [{ 'asItCame.at': { $gt: after.at } }, { 'asItCame.at': after.at, _id: { $gt: after.id } }],
  };
  const sought = { 'asItCame.at': { $gte: since }, 'asItCame.sourceId': { $eq: sourceId }, ...beyond };
  const found = dealsOf(db).find(sought, only).sort({ 'asItCame.at': 1, _id: 1 }).limit(limit);
  return (await found.toArray()).flatMap(cameFrom);
}

export async function removeCame(db: Db, before: Date): Promise<number> {
  const ended = { 'asItCame.at': { $lt: before } };
  return (await dealsOf(db).updateMany(ended, { $unset: { asItCame: '' } }, operatorWrite)).modifiedCount;
}

/** For copying, after the deals: a deal that is put has none. */
export const asItCameShelf = (connection: MongoConnection): Shelf<CameWithLead> => {
  const read = (filter: object, limit = 0) =>
    connection.use(async (db) =>
      (
        await dealsOf(db)
          .find({ ...kept, ...filter }, only)
          .sort({ _id: 1 })
          .limit(limit)
          .toArray()
      ).flatMap(cameFrom),
    );
  return {
    count: () => connection.use((db) => dealsOf(db).countDocuments(kept, operatorRead)),
    after: (id, limit) => read({ _id: { $gt: id } }, limit),
    withIds: (ids) => read({ _id: { $in: [...ids] } }),
    async put(records) {
      const writes = records.map(({ id, ...asItCame }) => ({
        updateOne: { filter: { _id: id }, update: { $set: { asItCame } } },
      }));
      await connection.use((db) => dealsOf(db).bulkWrite(writes, { ordered: false, ...operatorWrite }));
    },
    async remove(ids) {
      const which = { _id: { $in: [...ids] } };
      await connection.use((db) =>
        dealsOf(db).updateMany(which, { $unset: { asItCame: '' } }, operatorWrite),
      );
    },
  };
};
