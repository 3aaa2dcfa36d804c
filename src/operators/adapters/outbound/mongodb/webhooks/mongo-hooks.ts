import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { addOne } from '../../../../../adapters/outbound/mongodb/connection/write-each.ts';
import type { Progress } from '../../../../application/events/ports/deliveries.ts';
import type { HookDirectory } from '../../../../application/events/ports/hook-directory.ts';
import { HooksInRecords } from '../../records/hooks-in-records.ts';
import { operatorRead, operatorWrite } from '../store/options.ts';
import { MongoRecords } from '../store/records.ts';
import { inSteps } from './delivery-steps.ts';
import { hookKeysOf, hooks } from './stored-hook.ts';

/** Webhooks in a collection. Every call is short, except the removal of a hook. */
export class MongoHooks extends HooksInRecords implements HookDirectory {
  readonly #connection: MongoConnection;
  readonly #operating: () => MongoConnection;

  constructor(serving: MongoConnection, operating = () => serving) {
    super(new MongoRecords(serving, hooks));
    this.#connection = serving;
    this.#operating = operating;
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
    await new MongoRecords(operating, hooks).remove({ id: hookId });
  }
}
