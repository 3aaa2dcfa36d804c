import type { AnyBulkWriteOperation } from 'mongodb';
import {
  REFUSED_REQUESTS_KEPT,
  type Refusals,
  type RefusedRequest,
  type VendorsRequest,
} from '#operators/application/ports/outbound/refusals.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { writeEach } from '../../../../../adapters/outbound/mongodb/connection/write-each.ts';
import { indexed } from '../store/indexes.ts';
import { operatorRead, operatorWrite } from '../store/options.ts';
import { refusalsOf, type StoredRefusals } from './stored-refusals.ts';

/** Refused requests in a collection. Servers add on their connection, operators read on theirs. */
export class MongoRefusals implements Refusals {
  readonly #serving: MongoConnection;
  readonly #operating: MongoConnection;

  constructor(serving: MongoConnection, operating: MongoConnection = serving) {
    this.#serving = serving;
    this.#operating = operating;
  }

  async add(requests: readonly VendorsRequest[]): Promise<void> {
    if (requests.length === 0) return;
    await this.#serving.ensureIndexes(indexed.refusals);
    const additions = [...Map.groupBy(requests, ({ vendorId }) => vendorId)].flatMap(([vendorId, ofVendor]) =>
      [...Map.groupBy(ofVendor, ({ at }) => dayOf(at))].map(([day, added]) => addition(vendorId, day, added)),
    );
    const outcomes = await this.#serving.use((db) => writeEach(refusalsOf(db), additions));
    for (const outcome of outcomes) if (outcome instanceof Error) throw outcome;
  }

  requests(vendorId: string): Promise<readonly RefusedRequest[]> {
    return this.#operating.use((db) =>
      refusalsOf(db)
        .aggregate<RefusedRequest>(
          [
            { $match: { vendorId: { $eq: vendorId } } },
            { $unwind: '$requests' },
            { $replaceWith: '$requests' },
            { $sort: { at: -1 } },
            { $limit: REFUSED_REQUESTS_KEPT },
          ],
          operatorRead,
        )
        .toArray(),
    );
  }

  latest(): Promise<readonly VendorsRequest[]> {
    return this.#operating.use((db) =>
      refusalsOf(db)
        .aggregate<VendorsRequest>(
          [
            { $match: { 'requests.0': { $exists: true } } },
            { $project: { vendorId: 1, last: { $last: '$requests' } } },
            { $sort: { 'last.at': 1 } },
            { $group: { _id: '$vendorId', last: { $last: '$last' } } },
            { $replaceWith: { $mergeObjects: ['$last', { vendorId: '$_id' }] } },
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

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

function addition(
  vendorId: string,
  day: string,
  added: readonly VendorsRequest[],
): AnyBulkWriteOperation<StoredRefusals> {
  const requests = added.map(({ vendorId: _, ...request }) => request);
  return {
    updateOne: {
      filter: { _id: `${day} ${vendorId}` },
      update: {
        $setOnInsert: { day: new Date(day), vendorId },
        $push: { requests: { $each: requests, $sort: { at: 1 }, $slice: -REFUSED_REQUESTS_KEPT } },
      },
      upsert: true,
    },
  };
}
