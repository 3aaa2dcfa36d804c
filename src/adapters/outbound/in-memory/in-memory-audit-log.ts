import type { AuditEntry, AuditLog } from '../../../application/ports/back-office.ts';

type Outcome = Parameters<AuditLog['end']>[1];

/** The audit log in a Map: nothing survives the process. */
export class InMemoryAuditLog implements AuditLog {
  readonly #entries = new Map<string, AuditEntry & { outcome: Outcome | undefined }>();

  async begin(entry: AuditEntry): Promise<void> {
    this.#entries.set(entry.id, { ...entry, outcome: undefined });
  }

  async end(entryId: string, outcome: Outcome): Promise<void> {
    const entry = this.#entries.get(entryId);
    if (entry) entry.outcome = outcome;
  }

  /** In the order in which they were begun. */
  get entries(): readonly (AuditEntry & { readonly outcome: Outcome | undefined })[] {
    return [...this.#entries.values()];
  }
}
