import type { AuditLog, RecordedEntry } from '../../src/operators/application/ports/outbound/audit-log.ts';

/** The log, with what it was told, oldest first. */
export function watchedAudit(log: AuditLog): AuditLog & { readonly kept: readonly RecordedEntry[] } {
  const kept: RecordedEntry[] = [];
  return {
    kept,
    entries: (query) => log.entries(query),
    async begin(entries) {
      await log.begin(entries);
      kept.push(...entries.map((entry) => ({ ...entry, outcome: undefined })));
    },
    async end(entryIds, end) {
      await log.end(entryIds, end);
      for (const [n, entry] of kept.entries())
        if (entryIds.includes(entry.id)) kept[n] = { ...entry, ...end };
    },
  };
}
