import type { Hook } from '../../../domain/events/hook.ts';
import type { Progress } from './deliveries.ts';

/** The webhooks. Any method can throw StoreUnavailable and still have done its work. */
export interface HookDirectory {
  /** Adds it, unless there is one with its id. Resolves to whether it did: of any number of calls at once, one. */
  add(hook: Hook): Promise<boolean>;

  /** Oldest first. */
  hooks(): Promise<readonly Hook[]>;

  /**
   * Writes what `decide` returns for the hook as it stands at that moment, however many changes run at once. If
   * `decide` throws, nothing is written and the error passes through. Resolves to `undefined` if there is no such hook.
   */
  change(hookId: string, decide: (hook: Hook) => Hook): Promise<Hook | undefined>;

  /**
   * Keeps the fingerprint of the key that secrets are derived from, if none is kept yet, or if the one that is kept is
   * `replacing`. Resolves to the one that is kept then, however many processes ask at once. Without these two methods, a
   * wrong key is not noticed.
   */
  keepKey?(fingerprint: string, replacing?: string): Promise<string>;

  /** The fingerprint that is kept; `undefined` if none is. */
  keptKey?(): Promise<string | undefined>;

  /**
   * Its deliveries go first, in steps of which each is short, and then the hook itself: a removal that was cut off can be
   * repeated. `progress` is told after each step how many deliveries have gone so far. Does nothing if there is no such hook.
   */
  remove(hookId: string, progress?: Progress): Promise<void>;
}
