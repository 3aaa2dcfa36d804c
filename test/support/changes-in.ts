import type { RecordedEntry } from '../../src/operators/application/ports/outbound/audit-log.ts';

/** What was changed: the entries of an audit log without those of looks at customers, and of lists that were taken. */
export const changesIn = ({ kept }: { readonly kept: readonly RecordedEntry[] }): RecordedEntry[] =>
  kept.filter(({ action }) => !/\.(show|find|take)$/.test(action));
