import type { Hook } from '#operators/domain/events/hook.ts';
import type { Progress } from './deliveries.ts';

/** The webhooks. Any method can throw StoreUnavailable and still have done its work. */
export interface HookDirectory {
  /**
   * Adds a hook unless there is one with its id. Resolves to whether it was added: of simultaneous calls, one
   * adds.
   */
  add(hook: Hook): Promise<boolean>;

  /** Resolves to all hooks, the oldest first. */
  hooks(): Promise<readonly Hook[]>;

  /**
   * Writes what `decide` returns for the hook as it stands at that moment, however many changes run at once. If
   * `decide` throws, nothing is written and the error passes through. Resolves to `undefined` if there is no such hook.
   */
  change(hookId: string, decide: (hook: Hook) => Hook): Promise<Hook | undefined>;

  /**
   * Keeps the fingerprint of the key that secrets are derived from, if none is kept or the kept one is
   * `replacing`. Resolves to the fingerprint that is kept then, also with many processes at once. A store may
   * leave out this method and `keptKey`: then a wrong key is not noticed.
   */
  keepKey?(fingerprint: string, replacing?: string): Promise<string>;

  /** Resolves to the kept fingerprint; `undefined` if there is none. */
  keptKey?(): Promise<string | undefined>;

  /**
   * Removes a hook: first its deliveries in short steps, then the hook itself, so that an interrupted removal
   * can be repeated. Tells `progress` after each step how many deliveries are gone. Does nothing if there is no
   * such hook.
   */
  remove(hookId: string, progress?: Progress): Promise<void>;
}
