import type {
  AlikeContacts,
  StoreUpgrade,
  Upgraded,
  UpgradedStep,
  UpgradeOrder,
} from '../../../../application/ports/outbound/store-upgrade.ts';
import type { MongoConnection } from '../connection/connection.ts';
import { changeStep } from './change-step.ts';
import { contactStep } from './contact-step.ts';
import { erasureStep } from './erasure-step.ts';
import { indexStep } from './index-step.ts';
import { leadStep } from './lead-step.ts';
import { mendedStep } from './mended-step.ts';
import { mergeStep } from './merge-step.ts';
import { peopleStep } from './people-step.ts';
import type { UpgradeStep } from './upgrade-step.ts';

/**
 * In this order: merges and erasures look leads up by their contact's index, what is erased gets no search words, and merged
 * contacts' leads are one customer's.
 */
const steps: readonly UpgradeStep[] = [
  indexStep,
  mergeStep,
  erasureStep,
  contactStep,
  leadStep,
  mendedStep,
  changeStep,
  peopleStep,
];

/** Brings what releases since the first one stored to the shape that the other files here read. */
export class MongoUpgrade implements StoreUpgrade {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  async upgrade({ dryRun, personOf, progress: tell = () => {} }: UpgradeOrder): Promise<Upgraded> {
    const done: UpgradedStep[] = [];
    const alike: AlikeContacts[] = [];
    for (const { name: step, run } of steps) {
      const progress = (looked: number, of: number) => tell({ step, looked, of });
      const outcome = await run({ connection: this.#connection, dryRun, personOf, progress });
      done.push({ step, looked: outcome.looked, changed: outcome.changed });
      alike.push(...(outcome.alike ?? []));
    }
    return { steps: done, alike };
  }
}
