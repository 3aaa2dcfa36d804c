import type { AuditEntry, AuditLog, AuditOutcome } from '../../../application/ports/outbound/audit-log.ts';

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

  /** In the order in which they were begun. */
  get entries(): readonly (AuditEntry & { readonly outcome: AuditOutcome | undefined })[] {
    return [...this.#entries.values()];
  }
}
