import type { HookDirectory } from '../../../../application/ports/outbound/hook-directory.ts';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import type { Hook } from '../../../../domain/hook.ts';
import type { MongoConnection } from '../connection/connection.ts';
import { newest, operatorWrite } from '../connection/write-each.ts';
import { ROUNDS } from '../contacts/change-contact.ts';
import { DELIVERIES, deliveriesOf } from './stored-delivery.ts';
import { hookFrom, hooksOf, storedHook } from './stored-hook.ts';

/** The webhooks in a collection. */
export class MongoHooks implements HookDirectory {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  add(hook: Hook): Promise<void> {
    return this.#connection.use(async (db) => {
      await this.#connection.ensureIndexes(DELIVERIES);
      await hooksOf(db).insertOne(storedHook(hook, 0), operatorWrite);
    });
  }

  hooks(): Promise<readonly Hook[]> {
    return this.#connection.use(async (db) =>
      (await hooksOf(db).find({}, newest).sort({ created: 1, _id: 1 }).toArray()).map(hookFrom),
    );
  }

  change(hookId: string, decide: (hook: Hook) => Hook): Promise<Hook | undefined> {
    return this.#connection.use(async (db) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const stored = await hooksOf(db).findOne({ _id: { $eq: hookId } }, newest);
        if (!stored) return undefined;
        const { version } = stored;
        const changed = decide(hookFrom(stored));
        const after = storedHook(changed, version + 1);
        const { matchedCount } = await hooksOf(db).replaceOne({ _id: hookId, version }, after, operatorWrite);
        if (matchedCount === 1) return changed;
      }
      throw new StoreUnavailable('the webhook kept changing');
    });
  }

  remove(hookId: string): Promise<void> {
    return this.#connection.use(async (db) => {
      await hooksOf(db).deleteOne({ _id: { $eq: hookId } }, operatorWrite);
      await deliveriesOf(db).deleteMany({ hookId: { $eq: hookId } }, operatorWrite);
    });
  }
}
