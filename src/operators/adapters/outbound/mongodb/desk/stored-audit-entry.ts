import type { Collection, Db } from 'mongodb';
import type { AuditEntry, AuditOutcome } from '#operators/application/ports/outbound/audit-log.ts';

export const AUDIT = 'audit';

/** An audit entry as the database has it. Without an outcome, nobody knows how the action ended. */
export interface StoredAuditEntry extends Omit<AuditEntry, 'id'> {
  readonly _id: string;
  readonly outcome?: AuditOutcome | undefined;
}

export const auditOf = (db: Db): Collection<StoredAuditEntry> => db.collection<StoredAuditEntry>(AUDIT);
