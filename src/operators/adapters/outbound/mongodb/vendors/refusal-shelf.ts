import {
  latestRefused,
  REFUSED_REQUESTS_LAST_MS,
  type RefusedRequest,
} from '#operators/application/ports/outbound/refusals.ts';
import type { Shelf, ShelvedRefusals } from '#operators/application/ports/outbound/shelves.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { operatorRead, operatorWrite } from '../store/options.ts';
import { MongoRefusals } from './mongo-refusals.ts';
import { refusalsOf } from './stored-refusals.ts';

/** Refused requests for copying, in one record for each vendor. */
export function refusalShelf(connection: MongoConnection): Shelf<ShelvedRefusals> {
  const all = (ofVendors: object = {}): Promise<ShelvedRefusals[]> =>
    connection.use(async (db) => {
      const found = await refusalsOf(db).find(ofVendors, operatorRead).toArray();
      const since = Date.now() - REFUSED_REQUESTS_LAST_MS;
      return [...Map.groupBy(found, ({ vendorId }) => vendorId)].flatMap(([id, days]) => {
        const requests = days.flatMap((day) => day.requests.filter(({ at }) => at.getTime() >= since));
        return requests.length > 0 ? [{ id, requests: latestRefused(requests) }] : [];
      });
    });
  const ofIds = (ids: readonly string[]) => ({ vendorId: { $in: [...ids] } });
  const remove = async (ids: readonly string[]): Promise<void> => {
    await connection.use((db) => refusalsOf(db).deleteMany(ofIds(ids), operatorWrite));
  };
  return {
    count: async () => (await all()).length,
    after: async (id, limit) =>
      (await all({ vendorId: { $gt: id } })).sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit),
    withIds: (ids) => all(ofIds(ids)),
    async put(records) {
      await remove(records.map(({ id }) => id));
      const requests = records.flatMap(({ id, requests }) =>
        requests.map((request: RefusedRequest) => ({ vendorId: id, ...request })),
      );
      await new MongoRefusals(connection).add(requests);
    },
    remove,
  };
}
