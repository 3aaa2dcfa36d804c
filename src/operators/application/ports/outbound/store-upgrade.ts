/** Optional. Brings documents that the release before stored into the form that this release reads. */
export interface StoreUpgrade {
  /**
   * Brings everything up to date and finishes half-done work, step by step. May be repeated, also after a
   * failure, and run beside servers of this release or the one before. `dryRun` writes nothing and counts what
   * would change. Throws StoreUnavailable.
   */
  upgrade(order: UpgradeOrder): Promise<readonly UpgradedStep[]>;
}

/** How to upgrade a store. */
export interface UpgradeOrder {
  readonly dryRun: boolean;
  /** Called now and then with the progress of a step. */
  readonly progress?: ((progress: UpgradeProgress) => void) | undefined;
}

/** The progress of one step. */
export interface UpgradeProgress {
  /** The step's name, one word. */
  readonly step: string;
  readonly looked: number;
  /** About how many there are to look at. */
  readonly of: number;
}

/** The result of one step. */
export interface UpgradedStep {
  readonly step: string;
  /** The number of indexes, contacts or leads looked at. */
  readonly looked: number;
  /** The number changed; in a dry run, to be changed. */
  readonly changed: number;
}
