import type {
  AuditEntry,
  AuditLog,
  AuditOutcome,
  AuditQuery,
  RecordedEntry,
} from '../../../../application/ports/outbound/audit-log.ts';
import type { MongoConnection } from '../connection/connection.ts';
import { operatorRead, operatorWrite } from '../connection/write-each.ts';
import { AUDIT, auditOf } from './stored-audit-entry.ts';

/** The audit log in its own collection; this class never removes anything from it. */
export class MongoAuditLog implements AuditLog {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  async begin({ id, ...entry }: AuditEntry): Promise<void> {
    await this.#connection.ensureIndexes(AUDIT);
    await this.#connection.use((db) => auditOf(db).insertOne({ _id: id, ...entry }, operatorWrite));
  }

  entries({ until, on, limit }: AuditQuery): Promise<readonly RecordedEntry[]> {
    const filter = { ...(until && { at: { $lt: until } }), ...(on !== undefined && { on: { $eq: on } }) };
    return this.#connection.use(async (db) => {
      const found = await auditOf(db).find(filter, operatorRead).sort({ at: -1 }).limit(limit).toArray();
      return found.map(({ _id, ...entry }) => ({ id: _id, ...entry }));
    });
  }

  async end(entryId: string, outcome: AuditOutcome): Promise<void> {
    await this.#connection.use((db) =>
      auditOf(db).updateOne({ _id: entryId }, { $set: { outcome } }, operatorWrite),
    );
  }
}
