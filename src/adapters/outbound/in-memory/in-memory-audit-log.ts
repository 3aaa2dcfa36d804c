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

  async begin(entry: AuditEntry): Promise<void> {
    this.#entries.set(entry.id, { ...entry, outcome: undefined });
  }

  async end(entryId: string, outcome: AuditOutcome): Promise<void> {
    const entry = this.#entries.get(entryId);
    if (entry) entry.outcome = outcome;
  }

  async entries({ until, on, limit }: AuditQuery): Promise<readonly RecordedEntry[]> {
    return this.kept
      .filter((entry) => (until === undefined || entry.at < until) && (on === undefined || entry.on === on))
      .sort((a, b) => b.at.getTime() - a.at.getTime())
      .slice(0, limit);
  }

  /** The entries in the order in which they were begun. */
  get kept(): readonly RecordedEntry[] {
    return [...this.#entries.values()];
  }
}
