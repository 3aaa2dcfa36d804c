import type { AuditEntry, AuditLog, AuditOutcome } from '../../../application/ports/outbound/audit-log.ts';
import type { MongoConnection } from './connection.ts';
import { AUDIT, auditOf } from './stored-audit-entry.ts';
import { operatorWrite } from './write-each.ts';

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

  async end(entryId: string, outcome: AuditOutcome): Promise<void> {
    await this.#connection.use((db) =>
      auditOf(db).updateOne({ _id: entryId }, { $set: { outcome } }, operatorWrite),
    );
  }
}
