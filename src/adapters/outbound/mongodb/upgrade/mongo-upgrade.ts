import type {
  StoreUpgrade,
  UpgradedStep,
  UpgradeOrder,
} from '../../../../application/operators/ports/outbound/store-upgrade.ts';
import type { MongoConnection } from '../connection/connection.ts';
import { erasureStep } from './erasure-step.ts';
import { indexStep } from './index-step.ts';
import { mendStep } from './mend-step.ts';
import { mergeStep } from './merge-step.ts';
import type { UpgradeStep } from './upgrade-step.ts';
import { wordsStep } from './words-step.ts';

/** In this order: all but the first look leads up by their contact's index. */
const steps: readonly UpgradeStep[] = [indexStep, mergeStep, wordsStep, mendStep, erasureStep];

/** Brings what the release before stored to the shape that the other files here read. */
export class MongoUpgrade implements StoreUpgrade {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  async upgrade({ dryRun, progress: tell = () => {} }: UpgradeOrder): Promise<readonly UpgradedStep[]> {
    const done: UpgradedStep[] = [];
    for (const { name: step, run } of steps) {
      const progress = (looked: number, of: number) => tell({ step, looked, of });
      done.push({ step, ...(await run({ connection: this.#connection, dryRun, progress })) });
    }
    return done;
  }
}
