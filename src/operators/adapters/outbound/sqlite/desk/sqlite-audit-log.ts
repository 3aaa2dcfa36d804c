import type {
  AuditBy,
  AuditEnd,
  AuditEntry,
  AuditLog,
  AuditQuery,
  RecordedEntry,
} from '#operators/application/ports/outbound/audit-log.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import { list } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import {
  keepRecord,
  type RecordTable,
  recordFrom,
  recordsWith,
} from '../../../../../adapters/outbound/sqlite/record-table.ts';
import { fromText } from '../tables/as-text.ts';
import { type Condition, condition, joined } from '../tables/condition.ts';

/** An entry as text, with columns for searches. */
export const auditTables = `
  CREATE TABLE audit (
    id TEXT PRIMARY KEY,
    entry TEXT NOT NULL,
    at INTEGER NOT NULL,
    acted_on TEXT NOT NULL,
    action TEXT NOT NULL,
    by_name TEXT NOT NULL,
    by_id TEXT
  ) STRICT;
  CREATE INDEX audit_at ON audit (at, id);
  CREATE INDEX audit_on ON audit (acted_on, at, id);
  CREATE INDEX audit_by ON audit (by_id, at, id);
`;

export const audit: RecordTable<RecordedEntry> = {
  name: 'audit',
  text: 'entry',
  columns: { id: 'id', at: 'at', acted_on: 'on', action: 'action', by_name: 'by', by_id: 'byId' },
  from: fromText<RecordedEntry>,
};

/** The audit log in the file; this class never removes anything from it. */
export class SqliteAuditLog implements AuditLog {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    this.#file = file;
  }

  begin(entries: readonly AuditEntry[]): Promise<void> {
    return this.#file.write((db) => {
      for (const entry of entries) keepRecord(db, audit, entry);
    });
  }

  end(entryIds: readonly string[], end: AuditEnd): Promise<void> {
    return this.#file.write((db) => {
      for (const entry of recordsWith(db, audit, 'id IN (SELECT value FROM json_each(?))', [list(entryIds)]))
        keepRecord(db, audit, { ...entry, ...end });
    });
  }

  entries(query: AuditQuery): Promise<readonly RecordedEntry[]> {
    const { sql, values } = joined(conditionsOf(query), 'AND');
    return this.#file.list(
      `SELECT entry FROM audit WHERE ${sql} ORDER BY at DESC, id DESC LIMIT ?`,
      [...values, query.limit ?? -1], // -1: all
      recordFrom(audit),
    );
  }
}

const conditionsOf = ({ since, until, after, on, by, action }: AuditQuery) => [
  since && condition('at >= ?', since.getTime()),
  until && condition('at < ?', until.getTime()),
  after && condition('(at, id) < (?, ?)', after.at.getTime(), after.id),
  on === undefined ? undefined : condition('acted_on = ?', on),
  by && doneBy(by),
  action && condition('action = ?', action),
];

const doneBy = ({ ids, names }: AuditBy): Condition =>
  joined(
    [
      condition('by_id IN (SELECT value FROM json_each(?))', list(ids)),
      names && condition('by_id IS NULL AND by_name IN (SELECT value FROM json_each(?))', list(names)),
    ],
    'OR',
  );
