import type {
  AuditEntry,
  AuditLog,
  AuditOutcome,
  AuditQuery,
  RecordedEntry,
} from '../../../application/ports/outbound/audit-log.ts';

/** The audit log in a Map: nothing survives the process. */
export class InMemoryAuditLog implements AuditLog {
  readonly #entries = new Map<string, AuditEntry & { outcome: AuditOutcome | undefined }>();

  async begin(entries: readonly AuditEntry[]): Promise<void> {
    for (const entry of entries) this.#entries.set(entry.id, { ...entry, outcome: undefined });
  }

  async end(entryIds: readonly string[], outcome: AuditOutcome): Promise<void> {
    for (const id of entryIds) {
      const entry = this.#entries.get(id);
      if (entry) entry.outcome = outcome;
    }
  }

  async entries({ since, until, on, limit }: AuditQuery): Promise<readonly RecordedEntry[]> {
    return this.kept
      .filter(
        (entry) =>
          (since === undefined || entry.at >= since) &&
          (until === undefined || entry.at < until) &&
          (on === undefined || entry.on === on),
      )
      .sort((a, b) => b.at.getTime() - a.at.getTime())
      .slice(0, limit);
  }

  /** The entries in the order in which they were begun. */
  get kept(): readonly RecordedEntry[] {
    return [...this.#entries.values()];
  }
}
