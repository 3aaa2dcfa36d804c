import type { Subscriptions } from '#operators/application/events/ports/subscriptions.ts';
import type { Subscription } from '#operators/domain/events/subscription.ts';
import type { Records } from './records.ts';

/** Devices of people. */
export class SubscriptionsInRecords implements Subscriptions {
  readonly #records: Records<Subscription>;

  constructor(records: Records<Subscription>) {
    this.#records = records;
  }

  keep(subscription: Subscription): Promise<void> {
    return this.#records.keep(subscription);
  }

  all(): Promise<readonly Subscription[]> {
    return this.#records.all();
  }

  async remove(id: string): Promise<void> {
    await this.#records.remove({ id });
  }
}
