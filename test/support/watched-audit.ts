import type { AuditLog, RecordedEntry } from '../../src/operators/application/ports/outbound/audit-log.ts';

/** The log, with what it was told, oldest first. */
export function watchedAudit(log: AuditLog): AuditLog & { readonly kept: readonly RecordedEntry[] } {
  const kept = new Map<string, RecordedEntry>();
  return {
    get kept() {
      return [...kept.values()];
    },
    entries: (query) => log.entries(query),
    async begin(entries) {
      await log.begin(entries);
      for (const entry of entries) kept.set(entry.id, { ...entry, outcome: undefined });
    },
    async end(entryIds, end) {
      await log.end(entryIds, end);
      for (const id of entryIds) {
        const entry = kept.get(id);
        if (entry) kept.set(id, { ...entry, ...end });
      }
    },
  };
}
