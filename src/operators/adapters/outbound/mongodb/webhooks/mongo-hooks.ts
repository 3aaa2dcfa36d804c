import type { Progress } from '#operators/application/events/ports/deliveries.ts';
import type { HookDirectory } from '#operators/application/events/ports/hook-directory.ts';
import type { Hook } from '#operators/domain/events/hook.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { addOne } from '../../../../../adapters/outbound/mongodb/connection/write-each.ts';
import { StoreUnavailable } from '../../../../../application/ports/outbound/store.ts';
import { indexed } from '../store/indexes.ts';
import { MAX_ROUNDS, operatorRead, operatorWrite } from '../store/options.ts';
import { inSteps } from './delivery-steps.ts';
import { hookFrom, hookKeysOf, hooksOf, storedHook } from './stored-hook.ts';

/** Webhooks in a collection. Every call is short, except the removal of a hook. */
export class MongoHooks implements HookDirectory {
  readonly #connection: MongoConnection;
  readonly #operating: () => MongoConnection;

  constructor(serving: MongoConnection, operating = () => serving) {
    this.#connection = serving;
    this.#operating = operating;
  }

  add(hook: Hook): Promise<boolean> {
    return this.#connection.use(async (db) => {
      await this.#connection.ensureIndexes(indexed.deliveries);
      return (await addOne(hooksOf(db), storedHook(hook, 0))) === 'accepted';
    });
  }

  hooks(): Promise<readonly Hook[]> {
    return this.#connection.use(async (db) =>
      (await hooksOf(db).find({}, operatorRead).sort({ created: 1, _id: 1 }).toArray()).map(hookFrom),
    );
  }

  change(hookId: string, decide: (hook: Hook) => Hook): Promise<Hook | undefined> {
    return this.#connection.use(async (db) => {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const stored = await hooksOf(db).findOne({ _id: { $eq: hookId } }, operatorRead);
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

  keepKey(fingerprint: string, replacing?: string): Promise<string> {
    return this.#connection.use(async (db) => {
      const keys = hookKeysOf(db);
      const own = { _id: 'in use', fingerprint } as const;
      if (!(await keys.findOne({ _id: own._id }, operatorRead))) await addOne(keys, own);
      if (replacing) await keys.replaceOne({ ...own, fingerprint: replacing }, own, operatorWrite);
      return (await keys.findOne({ _id: own._id }, operatorRead))?.fingerprint ?? fingerprint;
    });
  }

  keptKey(): Promise<string | undefined> {
    return this.#connection.use(
      async (db) => (await hookKeysOf(db).findOne({ _id: 'in use' }, operatorRead))?.fingerprint,
    );
  }

  async remove(hookId: string, progress?: Progress): Promise<void> {
    const operating = this.#operating();
    await inSteps(operating, hookId, {}, progress, (deliveries, ids) =>
      deliveries.deleteMany({ _id: { $in: ids } }, operatorWrite),
    );
    await operating.use((db) => hooksOf(db).deleteOne({ _id: { $eq: hookId } }, operatorWrite));
  }
}
