import type { Collection, Db } from 'mongodb';
import type { AuditEntry, AuditOutcome } from '../../../../application/ports/outbound/audit-log.ts';

export const AUDIT = 'audit';

/** An entry of the audit log as stored in the database. Without an outcome, it is unknown how the action ended. */
export interface StoredAuditEntry extends Omit<AuditEntry, 'id'> {
  readonly _id: string;
  readonly outcome?: AuditOutcome | undefined;
}

export const auditOf = (db: Db): Collection<StoredAuditEntry> => db.collection<StoredAuditEntry>(AUDIT);
