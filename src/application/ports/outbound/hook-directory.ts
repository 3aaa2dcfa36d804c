import type { Hook } from '../../../domain/hook.ts';

/** The webhooks. Any method can throw StoreUnavailable and still have done its work. */
export interface HookDirectory {
  add(hook: Hook): Promise<void>;

  /** Oldest first. */
  hooks(): Promise<readonly Hook[]>;

  /**
   * Writes what `decide` returns for the hook as it stands at that moment, however many changes run at once. If
   * `decide` throws, nothing is written and the error passes through. Resolves to `undefined` if there is no such hook.
   */
  change(hookId: string, decide: (hook: Hook) => Hook): Promise<Hook | undefined>;

  /** With what was to be delivered to it. Does nothing if there is no such hook. */
  remove(hookId: string): Promise<void>;
}
