import type { UpgradeProgress } from './store-upgrade.ts';

/**
 * Puts a backup in place of what a file has, which is kept under another name. Throws NotCopied, with nothing changed, if a
 * process has the file open, or the backup cannot be used; and StoreUnavailable.
 */
export type StoreRestore = (
  backup: string,
  progress: (progress: UpgradeProgress) => void,
) => Promise<RestoredStore>;

/** What is in place now. */
export interface RestoredStore {
  readonly leads: number;
  /** Where the file of before is; `undefined` if there was none. */
  readonly before: string | undefined;
  /** What was done since the backup, and is not in it; `undefined` if the file of before cannot be read. */
  readonly since: SinceBackup | undefined;
}

/** What was done since a backup. */
export interface SinceBackup {
  /** Leads and entries of the audit log that are in the file of before alone. */
  readonly leads: number;
  readonly audit: number;
  /** What is in force again, or no longer, each with the command that does it once more. */
  readonly again: readonly DoAgain[];
}

/** One thing that has to be done once more. */
export interface DoAgain {
  /** In a few words, without anything of a customer. */
  readonly what: string;
  /** Without `leads`. */
  readonly command: string;
}
