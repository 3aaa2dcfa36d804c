import type { Progress } from '../../../application/events/ports/deliveries.ts';
import type { HookDirectory } from '../../../application/events/ports/hook-directory.ts';
import type { Hook } from '../../../domain/events/hook.ts';
import type { InMemoryRecords } from './in-memory-records.ts';

/** The webhooks in a Map: nothing survives the process. */
export class InMemoryHooks implements HookDirectory {
  readonly #records: InMemoryRecords;

  constructor(records: InMemoryRecords) {
    this.#records = records;
  }

  async add(hook: Hook): Promise<boolean> {
    if (this.#records.hooks.has(hook.id)) return false;
    this.#records.hooks.set(hook.id, hook);
    return true;
  }

  async hooks(): Promise<readonly Hook[]> {
    return [...this.#records.hooks.values()].sort((a, b) => a.created.getTime() - b.created.getTime());
  }

  async change(hookId: string, decide: (hook: Hook) => Hook): Promise<Hook | undefined> {
    const hook = this.#records.hooks.get(hookId);
    if (!hook) return undefined;
    const changed = decide(hook);
    this.#records.hooks.set(hookId, changed);
    return changed;
  }

  async keepKey(fingerprint: string, replacing?: string): Promise<string> {
    const { hookKey = fingerprint } = this.#records;
    this.#records.hookKey = hookKey === replacing ? fingerprint : hookKey;
    return this.#records.hookKey;
  }

  async keptKey(): Promise<string | undefined> {
    return this.#records.hookKey;
  }

  async remove(hookId: string, progress?: Progress): Promise<void> {
    const { hooks, deliveries } = this.#records;
    const gone = [...deliveries].filter(([, delivery]) => delivery.hookId === hookId);
    for (const [id] of gone) deliveries.delete(id);
    progress?.(gone.length);
    hooks.delete(hookId);
  }
}
