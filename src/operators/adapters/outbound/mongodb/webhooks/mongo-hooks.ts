import type { Progress } from '#operators/application/events/ports/deliveries.ts';
import type { HookDirectory } from '#operators/application/events/ports/hook-directory.ts';
import { HOOK_KEY_ID, type ShelvedHookKey } from '#operators/application/ports/outbound/shelves.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { HooksInRecords } from '../../records/hooks-in-records.ts';
import { operatorWrite } from '../store/options.ts';
import { MongoRecords } from '../store/records.ts';
import { inSteps } from './delivery-steps.ts';
import { hookKeys, hooks } from './stored-hook.ts';

/** Webhooks in a collection. Every call is short, except the removal of a hook. */
export class MongoHooks extends HooksInRecords implements HookDirectory {
  readonly #keys: MongoRecords<ShelvedHookKey>;
  readonly #operating: () => MongoConnection;

  constructor(serving: MongoConnection, operating = () => serving) {
    super(new MongoRecords(serving, hooks));
    this.#keys = new MongoRecords(serving, hookKeys);
    this.#operating = operating;
  }

  async keepKey(fingerprint: string, replacing?: string): Promise<string> {
    const own = { id: HOOK_KEY_ID, fingerprint };
    if ((await this.keptKey()) === undefined) await this.#keys.add(own);
    if (replacing)
      await this.#keys.change({ id: HOOK_KEY_ID }, (kept) => (kept.fingerprint === replacing ? own : kept));
    return (await this.keptKey()) ?? fingerprint;
  }

  async keptKey(): Promise<string | undefined> {
    return (await this.#keys.find({ id: HOOK_KEY_ID }))?.fingerprint;
  }

  async remove(hookId: string, progress?: Progress): Promise<void> {
    const operating = this.#operating();
    await inSteps(operating, hookId, {}, progress, (deliveries, ids) =>
      deliveries.deleteMany({ _id: { $in: ids } }, operatorWrite),
    );
    await new MongoRecords(operating, hooks).remove({ id: hookId });
  }
}
