/** Optional: what a store does about documents that earlier releases stored otherwise than this one reads them. */
export interface StoreUpgrade {
  /**
   * Brings everything stored up to date and finishes what was left half done, one step after the other. May be repeated,
   * after a failure too, and run while servers of this release or the one before run. With `dryRun` it writes nothing,
   * and counts what it would change. Throws StoreUnavailable.
   */
  upgrade(order: UpgradeOrder): Promise<Upgraded>;
}

/** How to bring a store up to date. */
export interface UpgradeOrder {
  readonly dryRun: boolean;
  /** The id of the person whom a name means that earlier releases stored. An owner is known by it from then on. */
  readonly personOf: (name: string, as: 'owner' | 'author') => Promise<string>;
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

/** What all steps did. */
export interface Upgraded {
  readonly steps: readonly UpgradedStep[];
  /** Contacts that turned out to be the same customer. Each is still found only by its id, until they are merged. */
  readonly alike: readonly AlikeContacts[];
}

/** What one step did. */
export interface UpgradedStep {
  readonly step: string;
  /** How many indexes, contacts, leads or entries of the audit log were looked at. */
  readonly looked: number;
  /** How many of them were changed; of a dry run, would be. */
  readonly changed: number;
}

/** Two contacts that turned out to be the same customer. */
export interface AlikeContacts {
  readonly contactId: string;
  /** The contact that holds the key of both. */
  readonly holderId: string;
}
