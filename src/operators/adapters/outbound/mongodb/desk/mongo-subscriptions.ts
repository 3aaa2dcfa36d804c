import type { Collection, Db } from 'mongodb';
import type { Subscriptions } from '#operators/application/events/ports/subscriptions.ts';
import type { Subscription } from '#operators/domain/events/subscription.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { operatorRead, operatorWrite } from '../store/options.ts';

/** A subscription as the database has it, under its id. */
interface StoredSubscription extends Omit<Subscription, 'id'> {
  readonly _id: string;
}

export const subscriptionsOf = (db: Db): Collection<StoredSubscription> =>
  db.collection<StoredSubscription>('subscriptions');

export const storedSubscription = ({ id, ...rest }: Subscription): StoredSubscription => ({
  _id: id,
  ...rest,
});

export const subscriptionFrom = ({ _id, ...rest }: StoredSubscription): Subscription => ({
  id: _id,
  ...rest,
});

/** Devices of people in a collection. */
export class MongoSubscriptions implements Subscriptions {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  async keep({ id, ...rest }: Subscription): Promise<void> {
    await this.#connection.use((db) =>
      subscriptionsOf(db).replaceOne({ _id: { $eq: id } }, rest, { ...operatorWrite, upsert: true }),
    );
  }

  all(): Promise<readonly Subscription[]> {
    return this.#connection.use(async (db) =>
      (await subscriptionsOf(db).find({}, operatorRead).toArray()).map(subscriptionFrom),
    );
  }

  async remove(id: string): Promise<void> {
    await this.#connection.use((db) => subscriptionsOf(db).deleteOne({ _id: { $eq: id } }, operatorWrite));
  }
}
