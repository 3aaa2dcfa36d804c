import type { Collection, Db } from 'mongodb';
import type { AuditEntry, AuditLog } from '../../../application/ports/back-office.ts';

export const AUDIT = 'audit';

export type Outcome = Parameters<AuditLog['end']>[1];

/** An entry of the audit log as stored in the database. Without an outcome, it is unknown how the action ended. */
export interface StoredAuditEntry extends Omit<AuditEntry, 'id'> {
  readonly _id: string;
  readonly outcome?: Outcome;
}

export const auditOf = (db: Db): Collection<StoredAuditEntry> => db.collection<StoredAuditEntry>(AUDIT);
