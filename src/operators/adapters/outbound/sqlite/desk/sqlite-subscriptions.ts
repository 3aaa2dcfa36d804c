import type { Subscriptions } from '#operators/application/events/ports/subscriptions.ts';
import type { Subscription } from '#operators/domain/events/subscription.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import { Records, recordShelf } from '../tables/records.ts';

const subscriptions = new Records<Subscription>('subscriptions');
export const subscriptionTables = subscriptions.tables;

/** Devices of people in the file. */
export class SqliteSubscriptions implements Subscriptions {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    this.#file = file;
  }

  keep(subscription: Subscription): Promise<void> {
    return this.#file.write((db) => subscriptions.keep(db, subscription.id, subscription));
  }

  all(): Promise<readonly Subscription[]> {
    return this.#file.read((db) => subscriptions.all(db));
  }

  remove(id: string): Promise<void> {
    return this.#file.write((db) => subscriptions.remove(db, id));
  }
}

export const subscriptionShelf = (file: DataFile) => recordShelf(file, subscriptions);
