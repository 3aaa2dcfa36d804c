import type { Sources } from '../../../application/ports/outbound/sources.ts';
import {
  apartOf,
  type HeldLead,
  heldSince,
  roomFor,
  trappedSince,
} from '../../../domain/sources/held-lead.ts';
import type { Source } from '../../../domain/sources/source.ts';
import type { MongoConnection } from './connection/connection.ts';
import { newestRead, timeouts } from './connection/timeouts.ts';
import { addOne } from './connection/write-each.ts';
import { heldIndexes, heldOf, ofKind, storedHeld } from './stored-held.ts';
import { sourceFrom, sourcesOf } from './stored-source.ts';

/** The sources and their held leads, on the connection that serves requests. */
export class MongoSources implements Sources {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  source(id: string): Promise<Source | undefined> {
    return this.#connection.use(async (db) => {
      const stored = await sourcesOf(db).findOne({ _id: { $eq: id } }, newestRead);
      return stored ? sourceFrom(stored) : undefined;
    });
  }

  async markTested(id: string, tested: Date): Promise<void> {
    const mark = { $set: { tested }, $inc: { version: 1 } };
    await this.#connection.use((db) =>
      sourcesOf(db).updateOne({ _id: { $eq: id } }, mark, { maxTimeMS: timeouts.command }),
    );
  }

  /** Holds a lead for a person. Leads that come at once may exceed the limit, by as many. */
  async hold(held: HeldLead): Promise<'held' | 'held-before' | 'full'> {
    await this.#connection.ensureIndexes(heldIndexes);
    return this.#connection.use(async (db) => {
      const all = heldOf(db);
      if (await all.findOne({ _id: { $eq: held.id } }, { ...newestRead, projection: { _id: 1 } }))
        return 'held-before';
      const [sourceId, apart] = [{ $eq: held.sourceId }, apartOf(held)];
      if (apart === 'trapped')
        await all.deleteMany({ sourceId, ...ofKind(apart), at: { $lt: trappedSince(held.at) } });
      const others = all.find(
        { sourceId, at: { $gte: heldSince(held.at) }, ...ofKind(apart) },
        { ...newestRead, projection: { _id: 1 } },
      );
      const tooMany = await others
        .sort({ at: -1, _id: -1 })
        .skip(roomFor(held) - 1)
        .toArray();
      if (tooMany.length > 0 && !apart) return 'full';
      if (tooMany.length > 0) await all.deleteMany({ _id: { $in: tooMany.map(({ _id }) => _id) } });
      return (await addOne(all, storedHeld(held))) === 'duplicate' ? 'held-before' : 'held';
    });
  }
}
