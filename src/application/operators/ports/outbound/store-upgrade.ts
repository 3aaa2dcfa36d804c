/** Optional: what a store does about documents that the release before stored otherwise than this one reads them. */
export interface StoreUpgrade {
  /**
   * Brings everything stored up to date and finishes what was left half done, one step after the other. May be repeated,
   * after a failure too, and run while servers of this release or the one before run. With `dryRun` it writes nothing,
   * and counts what it would change. Throws StoreUnavailable.
   */
  upgrade(order: UpgradeOrder): Promise<readonly UpgradedStep[]>;
}

/** How to bring a store up to date. */
export interface UpgradeOrder {
  readonly dryRun: boolean;
  /** Called now and then with how far it is. */
  readonly progress?: ((progress: UpgradeProgress) => void) | undefined;
}

/** How far one step is. */
export interface UpgradeProgress {
  /** The name of the step, one word. */
  readonly step: string;
  readonly looked: number;
  /** About how many there are. */
  readonly of: number;
}

/** What one step did. */
export interface UpgradedStep {
  readonly step: string;
  /** How many indexes, contacts or leads were looked at. */
  readonly looked: number;
  /** How many of them were changed; of a dry run, would be. */
  readonly changed: number;
}
