import type { HookDirectory } from '#operators/application/events/ports/hook-directory.ts';
import type { Hook } from '#operators/domain/events/hook.ts';
import type { Records } from './records.ts';

/** Webhooks. What else belongs to one, its deliveries and the key of its secrets, is the store's own. */
export abstract class HooksInRecords implements Pick<HookDirectory, 'add' | 'hooks' | 'change'> {
  protected readonly records: Records<Hook>;

  constructor(records: Records<Hook>) {
    this.records = records;
  }

  add(hook: Hook): Promise<boolean> {
    return this.records.add(hook);
  }

  async hooks(): Promise<readonly Hook[]> {
    const hooks = await this.records.all();
    return hooks.toSorted((a, b) => a.created.getTime() - b.created.getTime());
  }

  change(id: string, decide: (hook: Hook) => Hook): Promise<Hook | undefined> {
    return this.records.change({ id }, decide);
  }
}
