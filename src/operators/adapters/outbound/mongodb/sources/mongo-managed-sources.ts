import type {
  CameQuery,
  CameWithLead,
  HeldCount,
  HeldQuery,
  HeldSummary,
  ManagedSources,
} from '#operators/application/ports/outbound/managed-sources.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import {
  heldFrom,
  heldOf,
  ofKind,
  type StoredHeld,
} from '../../../../../adapters/outbound/mongodb/stored-held.ts';
import {
  type StoredSource,
  sourceFrom,
  sourcesOf,
  storedSource,
} from '../../../../../adapters/outbound/mongodb/stored-source.ts';
import type { IdentityKey } from '../../../../../domain/contact.ts';
import type { AsItCame } from '../../../../../domain/sources/as-it-came.ts';
import type { HeldLead } from '../../../../../domain/sources/held-lead.ts';
import type { Source } from '../../../../../domain/sources/source.ts';
import { apartWhys } from '../../../../../domain/sources/source-lead.ts';
import { SourcesInRecords } from '../../records/sources-in-records.ts';
import { operatorRead, operatorWrite } from '../store/options.ts';
import { MongoRecords, type RecordCollection } from '../store/records.ts';
import { asItCameOf, listCame, removeCame } from './as-it-came.ts';

export const sources: RecordCollection<Source, StoredSource> = {
  of: sourcesOf,
  key: 'id',
  from: sourceFrom,
  stored: storedSource,
};

/** A search for held leads with one of these identities. */
const withIdentity = (identities: readonly IdentityKey[]) => ({ identities: { $in: [...identities] } });

/** The sources and their held leads, as operators manage them. */
export class MongoManagedSources extends SourcesInRecords implements ManagedSources {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    super(new MongoRecords(connection, sources));
    this.#connection = connection;
  }

  held({ since, sourceId, apart, after, identities, limit }: HeldQuery): Promise<readonly HeldSummary[]> {
    return this.#connection.use(async (db) => {
      const sought = {
        at: { $gte: since },
        ...(sourceId !== undefined && { sourceId: { $eq: sourceId } }),
        ...(apart !== undefined && ofKind(apart)),
        ...(after && { $or: [{ at: { $gt: after.at } }, { at: after.at, _id: { $gt: after.id } }] }),
        ...(identities && withIdentity(identities)),
      };
      const found = heldOf(db).find(sought, operatorRead);
      const summaries = found.project<StoredHeld>({ text: 0, readable: 0, identities: 0 });
      return (await summaries.sort({ at: 1, _id: 1 }).limit(limit).toArray()).map(heldFrom);
    });
  }

  countHeld(since: Date): Promise<readonly HeldCount[]> {
    const apart = { $cond: [{ $in: ['$why', [...apartWhys]] }, '$why', false] };
    return this.#connection.use(async (db) => {
      const found = heldOf(db).aggregate<{ _id: Omit<HeldCount, 'count'>; count: number }>(
        [
          { $match: { at: { $gte: since } } },
          { $group: { _id: { sourceId: '$sourceId', apart }, count: { $sum: 1 } } },
        ],
        operatorRead,
      );
      return (await found.toArray()).map(({ _id, count }) => ({ ..._id, count }));
    });
  }

  heldLead(id: string): Promise<HeldLead | undefined> {
    return this.#connection.use(async (db) => {
      const stored = await heldOf(db).findOne({ _id: { $eq: id } }, operatorRead);
      return stored ? heldFrom(stored) : undefined;
    });
  }

  release(id: string): Promise<boolean> {
    return this.#connection.use(
      async (db) => (await heldOf(db).deleteOne({ _id: { $eq: id } }, operatorWrite)).deletedCount > 0,
    );
  }

  forgetHeld(identities: readonly IdentityKey[]): Promise<number> {
    return this.#connection.use(
      async (db) => (await heldOf(db).deleteMany(withIdentity(identities), operatorWrite)).deletedCount,
    );
  }

  asItCame(leadId: string): Promise<AsItCame | undefined> {
    return this.#connection.use((db) => asItCameOf(db, leadId));
  }

  allAsItCame(query: CameQuery): Promise<readonly CameWithLead[]> {
    return this.#connection.use((db) => listCame(db, query));
  }

  removeCame(before: Date): Promise<number> {
    return this.#connection.use((db) => removeCame(db, before));
  }
}
