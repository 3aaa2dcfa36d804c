import type { UpgradeProgress } from './store-upgrade.ts';

/**
 * Optional. Writes everything that is kept, as it is at one moment, into a new file, while others write. Throws
 * NotCopied if the file exists, and StoreUnavailable.
 */
export type StoreBackup = (
  path: string,
  progress: (progress: UpgradeProgress) => void,
) => Promise<{ readonly leads: number }>;
