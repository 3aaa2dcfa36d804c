import type { AnyBulkWriteOperation } from 'mongodb';
import {
  REFUSED_REQUESTS_KEPT,
  type RefusalCount,
  type Refusals,
  type RefusedRequest,
} from '../../../../application/ports/outbound/refusals.ts';
import type { MongoConnection } from '../connection/connection.ts';
import { operatorRead, operatorWrite, writeEach } from '../connection/write-each.ts';
import { REFUSALS, refusalsOf, type StoredRefusals } from './stored-refusals.ts';

/** Counters in a collection: a server adds on its connection, an operator works on theirs. */
export class MongoRefusals implements Refusals {
  readonly #serving: MongoConnection;
  readonly #operating: MongoConnection;

  constructor(serving: MongoConnection, operating: MongoConnection = serving) {
    this.#serving = serving;
    this.#operating = operating;
  }

  async add(counts: readonly RefusalCount[]): Promise<void> {
    if (counts.length === 0) return;
    await this.#serving.ensureIndexes(REFUSALS);
    const ofDays = Map.groupBy(counts, ({ day, vendorId }) => `${day} ${vendorId}`);
    const additions = [...ofDays].map(([id, added]) => addition(id, added));
    const outcomes = await this.#serving.use((db) => writeEach(refusalsOf(db), additions));
    for (const outcome of outcomes) if (outcome instanceof Error) throw outcome;
  }

  since(day: string): Promise<readonly RefusalCount[]> {
    return this.#operating.use(async (db) => {
      const found = await refusalsOf(db)
        .find({ day: { $gte: new Date(day) } }, { ...operatorRead, projection: { requests: 0 } })
        .toArray();
      return found.flatMap(({ vendorId, counts, ...of }) =>
        Object.entries(counts).map(([reason, count]) => ({
          day: of.day.toISOString().slice(0, 10),
          vendorId,
          reason,
          count,
        })),
      );
    });
  }

  requests(vendorId: string): Promise<readonly RefusedRequest[]> {
    return this.#operating.use((db) =>
      refusalsOf(db)
        .aggregate<RefusedRequest>(
          [
            { $match: { vendorId: { $eq: vendorId } } },
            { $sort: { day: -1 } },
            { $project: { requests: { $reverseArray: '$requests' } } },
            { $unwind: '$requests' },
            { $limit: REFUSED_REQUESTS_KEPT },
            { $replaceWith: '$requests' },
          ],
          operatorRead,
        )
        .toArray(),
    );
  }

  async forget(vendorId: string, externalIds: readonly string[]): Promise<void> {
    const isOne = { $in: externalIds };
    await this.#operating.use((db) =>
      refusalsOf(db).updateMany(
        { vendorId: { $eq: vendorId }, 'requests.externalId': isOne },
        { $unset: { 'requests.$[one].externalId': '' } },
        { ...operatorWrite, arrayFilters: [{ 'one.externalId': isOne }] },
      ),
    );
  }
}

/** All that was refused to one vendor on one day. */
function addition(_id: string, counts: readonly RefusalCount[]): AnyBulkWriteOperation<StoredRefusals> {
  const [{ day, vendorId } = { day: '', vendorId: '' }] = counts;
  const sums = new Map<string, number>();
  for (const { reason, count } of counts)
    sums.set(`counts.${reason}`, (sums.get(`counts.${reason}`) ?? 0) + count);
  const requests = counts.flatMap((each) => each.requests ?? []);
  return {
    updateOne: {
      filter: { _id },
      update: {
        $setOnInsert: { day: new Date(day), vendorId },
        $inc: Object.fromEntries(sums),
        $push: { requests: { $each: requests, $sort: { at: 1 }, $slice: -REFUSED_REQUESTS_KEPT } },
      },
      upsert: true,
    },
  };
}
