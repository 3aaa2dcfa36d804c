import type { UpgradeProgress } from './store-upgrade.ts';

/**
 * Optional: writes all that is kept, as it is at one moment, into a new file, while others write. Throws NotCopied if
 * there is such a file, and StoreUnavailable.
 */
export type StoreBackup = (
  path: string,
  progress: (progress: UpgradeProgress) => void,
) => Promise<{ readonly leads: number }>;
