import type { AuditPlace, RecordedEntry } from '../outbound/audit-log.ts';
import type { By } from './people-use-cases.ts';

/** Reads the audit log, the newest entry first. */
export type ReadAudit = (
  query: AuditFilter & {
    /** The author: a person's name or id, or the id of a program's token. */
    readonly person?: string | undefined;
  },
) => Promise<readonly RecordedEntry[]>;

/** Reads the entries of the caller's own actions, the newest first. */
export type ReadOwnAudit = (query: AuditFilter & { readonly by: By }) => Promise<readonly RecordedEntry[]>;

/**
 * Records that a program gets a page of leads, before the program has it: one entry for each program, list and
 * hour, with the number of pages and leads. An empty page is not recorded.
 */
export type RecordList = (order: {
  readonly of: 'leads' | 'changes' | 'held';
  readonly leads: number;
  readonly by: By;
}) => Promise<void>;

/** Conditions on entries: an entry meets all that are given. */
export interface AuditFilter {
  /** Only actions begun at this time or later. */
  readonly since?: Date | undefined;
  /** Only actions begun before this time. */
  readonly until?: Date | undefined;
  /** Only entries after this place, which is the last entry of the page before. */
  readonly after?: AuditPlace | undefined;
  /** The id of the vendor, key, lead or other thing that was acted on. */
  readonly on?: string | undefined;
  /** 1 or more; absent: all. */
  readonly limit?: number | undefined;
}
