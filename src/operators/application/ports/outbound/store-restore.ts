import type { UpgradeProgress } from './store-upgrade.ts';

/**
 * Puts a backup in place of what a file has, which is kept under another name. Throws NotCopied, with nothing
 * changed, if a process has the file open, or the backup cannot be used; and StoreUnavailable.
 */
export type StoreRestore = (
  backup: string,
  progress: (progress: UpgradeProgress) => void,
) => Promise<RestoredStore>;

/** The result of a restore. */
export interface RestoredStore {
  readonly leads: number;
  /** Whether `leads backup` made the copy. Another copy may lack the file's log, and the last leads with it. */
  readonly madeByBackup: boolean;
  /** The path of the earlier file; `undefined` if there was none. */
  readonly before: string | undefined;
  /** Work since the backup, which the restored file lacks; `undefined` if the earlier file cannot be read. */
  readonly since: SinceBackup | undefined;
}

/** Work since a backup, which the backup lacks. */
export interface SinceBackup {
  /** Leads and audit entries that only the earlier file has. */
  readonly leads: number;
  readonly audit: number;
  /** The time of the first of these audit entries; `undefined` if there is none. */
  readonly auditSince: Date | undefined;
  /** Decisions that the restore undid, each with the command that repeats it. */
  readonly again: readonly DoAgain[];
}

/** One decision to repeat after a restore. */
export interface DoAgain {
  /** The decision in a few words, without anything of a customer. */
  readonly what: string;
  /** The arguments of the command, without `leads`. */
  readonly command: string;
}
