import type { Db } from 'mongodb';
import type { AuditEntry, AuditLog } from '../../../application/ports/back-office.ts';
import type { MongoConnection } from './connection.ts';

export const AUDIT = 'audit';

type Outcome = Parameters<AuditLog['end']>[1];
type StoredEntry = Omit<AuditEntry, 'id'> & { readonly _id: string; readonly outcome?: Outcome };

/** The audit log in a collection of its own; nothing is ever removed from it here. */
export class MongoAuditLog implements AuditLog {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  async begin({ id, ...entry }: AuditEntry): Promise<void> {
    await this.#connection.use((db) => entriesOf(db).insertOne({ _id: id, ...entry }));
  }

  async end(entryId: string, outcome: Outcome): Promise<void> {
    await this.#connection.use((db) => entriesOf(db).updateOne({ _id: entryId }, { $set: { outcome } }));
  }
}

const entriesOf = (db: Db) => db.collection<StoredEntry>(AUDIT);
