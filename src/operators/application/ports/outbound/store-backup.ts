import type { UpgradeProgress } from './store-upgrade.ts';

type Told = (progress: UpgradeProgress) => void;

/**
 * Optional. Writes everything that is kept, as it is at one moment, into a new file, while others write. Throws
 * NotCopied if the file exists, and StoreUnavailable.
 */
export type StoreBackup = (path: string, progress: Told) => Promise<{ readonly leads: number }>;

/**
 * Optional. Writes a backup into a folder, under a name with the time, and opens and checks it. Only then removes the
 * folder's earlier ones that are older than `keptSince`. Throws NotCopied if there is no such folder, and
 * StoreUnavailable.
 */
export type BackupInto = (
  folder: string,
  order: { readonly at: Date; readonly keptSince: Date },
  progress: Told,
) => Promise<BackupInFolder>;

/** A backup that was checked. */
export interface BackupInFolder {
  readonly file: string;
  readonly leads: number;
  /** How many earlier ones were removed. */
  readonly removed: number;
}
