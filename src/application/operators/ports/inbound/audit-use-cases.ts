import type { AuditPlace, RecordedEntry } from '../outbound/audit-log.ts';
import type { By } from './people-use-cases.ts';

/** The audit log, the newest first. */
export type ReadAudit = (
  query: AuditFilter & {
    /** The name or id of who did it, or the id of a program's token. */
    readonly person?: string | undefined;
  },
) => Promise<readonly RecordedEntry[]>;

/** Of the audit log what whoever asks did, the newest first. */
export type ReadOwnAudit = (query: AuditFilter & { readonly by: By }) => Promise<readonly RecordedEntry[]>;

/**
 * Records that a program is given a page of leads, before it has them: one entry for each program, list and hour, with how
 * many pages and leads they were. An empty page is nothing taken.
 */
export type RecordList = (order: {
  readonly of: 'leads' | 'changes';
  readonly leads: number;
  readonly by: By;
}) => Promise<void>;

/** Which entries to read: those that meet every condition given. */
export interface AuditFilter {
  /** Begun at this time or later. */
  readonly since?: Date | undefined;
  /** Begun before this time. */
  readonly until?: Date | undefined;
  /** Only entries after this place: the last entry of the page before. */
  readonly after?: AuditPlace | undefined;
  /** Id of what was acted on. */
  readonly on?: string | undefined;
  /** 1 or more; without it, all. */
  readonly limit?: number | undefined;
}
