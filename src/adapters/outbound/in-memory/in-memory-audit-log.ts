import type {
  AuditBy,
  AuditEnd,
  AuditEntry,
  AuditLog,
  AuditPlace,
  AuditQuery,
  RecordedEntry,
} from '../../../application/operators/ports/outbound/audit-log.ts';

/** The audit log in a Map: nothing survives the process. */
export class InMemoryAuditLog implements AuditLog {
  readonly #entries = new Map<string, RecordedEntry>();

  async begin(entries: readonly AuditEntry[]): Promise<void> {
    for (const entry of entries) this.#entries.set(entry.id, { ...entry, outcome: undefined });
  }

  async end(entryIds: readonly string[], end: AuditEnd): Promise<void> {
    for (const id of entryIds) {
      const entry = this.#entries.get(id);
      if (entry) this.#entries.set(id, { ...entry, ...end });
    }
  }

  async entries({
    since,
    until,
    after,
    on,
    by,
    action,
    limit,
  }: AuditQuery): Promise<readonly RecordedEntry[]> {
    return this.kept
      .filter(
        (entry) =>
          (since === undefined || entry.at >= since) &&
          (until === undefined || entry.at < until) &&
          (after === undefined || newestFirst(after, entry) < 0) &&
          (on === undefined || entry.on === on) &&
          (by === undefined || isDoneBy(entry, by)) &&
          (action === undefined || entry.action === action),
      )
      .sort(newestFirst)
      .slice(0, limit);
  }

  /** The entries in the order in which they were begun. */
  get kept(): readonly RecordedEntry[] {
    return [...this.#entries.values()];
  }
}

const isDoneBy = ({ by, byId }: AuditEntry, { ids, name }: AuditBy): boolean =>
  byId === undefined ? by === name : ids.includes(byId);

const newestFirst = (a: AuditPlace, b: AuditPlace): number =>
  b.at.getTime() - a.at.getTime() || (a.id > b.id ? -1 : 1);
