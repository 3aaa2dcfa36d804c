import type { Hook } from '../../../domain/hook.ts';
import type { Progress } from './deliveries.ts';

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

  /**
   * Its deliveries go first, in steps of which each is short, and then the hook itself: a removal that was cut off can be
   * repeated. `progress` is told after each step how many have gone so far. Does nothing if there is no such hook.
   */
  remove(hookId: string, progress?: Progress): Promise<void>;
}
