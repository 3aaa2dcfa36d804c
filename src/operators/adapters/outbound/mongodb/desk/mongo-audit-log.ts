import type {
  AuditBy,
  AuditEnd,
  AuditEntry,
  AuditLog,
  AuditQuery,
  RecordedEntry,
} from '#operators/application/ports/outbound/audit-log.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { indexed } from '../store/indexes.ts';
import { operatorRead, operatorWrite } from '../store/options.ts';
import { auditOf } from './stored-audit-entry.ts';

/** The audit log in its own collection; this class never removes anything from it. */
export class MongoAuditLog implements AuditLog {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  async begin(entries: readonly AuditEntry[]): Promise<void> {
    await this.#connection.ensureIndexes(indexed.audit);
    const stored = entries.map(({ id, ...entry }) => ({ _id: id, ...entry }));
    await this.#connection.use((db) => auditOf(db).insertMany(stored, operatorWrite));
  }

  entries({ since, until, after, on, by, action, limit }: AuditQuery): Promise<readonly RecordedEntry[]> {
    const at = { ...(since && { $gte: since }), ...(until && { $lt: until }) };
    const filter = {
      ...(after && {
        $and: [{ at: { $lte: after.at } }, { $or: [{ at: { $lt: after.at } }, { _id: { $lt: after.id } }] }],
      }),
      ...((since ?? until) && { at }),
      ...(on !== undefined && { on: { $eq: on } }),
      ...(by && doneBy(by)),
      ...(action && { action }),
    };
    return this.#connection.use(async (db) => {
      const sorted = auditOf(db).find(filter, operatorRead).sort({ at: -1, _id: -1 });
      const found = await sorted.limit(limit ?? 0).toArray(); // 0: all
      return found.map(({ _id, ...entry }) => ({ id: _id, ...entry }));
    });
  }

  async end(entryIds: readonly string[], end: AuditEnd): Promise<void> {
    await this.#connection.use((db) =>
      auditOf(db).updateMany({ _id: { $in: [...entryIds] } }, { $set: end }, operatorWrite),
    );
  }
}

const doneBy = ({ ids, names }: AuditBy) => {
  const withId = { byId: { $in: [...ids] } };
  return names ? { $or: [withId, { byId: { $exists: false }, by: { $in: [...names] } }] } : withId;
};
