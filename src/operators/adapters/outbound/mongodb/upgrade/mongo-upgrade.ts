import type {
  StoreUpgrade,
  UpgradedStep,
  UpgradeOrder,
} from '#operators/application/ports/outbound/store-upgrade.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import type { OutdatedIndexes } from '../store/standing-indexes.ts';
import { erasureStep } from './erasure-step.ts';
import { indexStep } from './index-step.ts';
import { mendStep } from './mend-step.ts';
import { mergeStep } from './merge-step.ts';
import type { UpgradeStep } from './upgrade-step.ts';

/** Those of 0.4.0 that this version has no more. */
const outdatedIndexes: OutdatedIndexes = { deals: ['said'] };

/** Brings documents of the release before to the form that this release reads. */
export class MongoUpgrade implements StoreUpgrade {
  readonly #connection: MongoConnection;
  readonly #steps: readonly UpgradeStep[];

  constructor(connection: MongoConnection, outdated = outdatedIndexes) {
    this.#connection = connection;
    // In this order: all steps but the first find leads by an index on their contact.
    this.#steps = [indexStep(outdated), mergeStep, mendStep, erasureStep];
  }

  async upgrade({ dryRun, progress: tell = () => {} }: UpgradeOrder): Promise<readonly UpgradedStep[]> {
    const done: UpgradedStep[] = [];
    for (const { name: step, run } of this.#steps) {
      const progress = (looked: number, of: number) => tell({ step, looked, of });
      done.push({ step, ...(await run({ connection: this.#connection, dryRun, progress })) });
    }
    return done;
  }
}
