import type { Clock } from '../../../application/ports/outbound/runtime.ts';
import { Refused } from '../../domain/refused.ts';
import type { KnownHooks } from '../events/known-hooks.ts';
import type { HookDirectory } from '../events/ports/hook-directory.ts';
import type { HookKey } from '../events/ports/post-event.ts';
import { keptAnswer } from '../kept-answer.ts';

/** Milliseconds for which the store's answer is used again. */
const FRESHNESS_MS = 30_000;

const OTHER_KEY =
  'HOOK_KEY is not the key that the secrets of the webhooks here come from: set the one that the servers have.';

/** Resolves to a sentence if the webhooks' secrets come from another key; else to `undefined`. */
export async function hookKeyProblem(
  hooks: HookDirectory,
  { fingerprint }: HookKey,
): Promise<string | undefined> {
  const kept = (await hooks.keptKey?.()) ?? fingerprint;
  return kept === fingerprint ? undefined : OTHER_KEY;
}

/** Throws Refused if the webhooks' secrets come from another key: a secret given out now would sign nothing. */
export async function requireHookKey(hooks: HookDirectory, { fingerprint }: HookKey): Promise<void> {
  const kept = (await hooks.keepKey?.(fingerprint)) ?? fingerprint;
  if (kept !== fingerprint) throw new Refused('other-hook-key', OTHER_KEY);
}

interface SigningPorts {
  readonly hooks: HookDirectory;
  readonly knownHooks: KnownHooks;
  readonly key: HookKey;
  readonly clock: Clock;
  readonly warn: (message: string) => void;
}

/**
 * The webhooks that this process can sign for. If their secrets come from another key, it warns and knows none.
 * Its own key takes over if it replaces the other one, or if there are no webhooks when it starts.
 */
export function makeSignedHooks({ hooks, knownHooks, key, clock, warn }: SigningPorts): KnownHooks {
  let isFirst = true;
  let hasWarned = false;

  async function isOurs(): Promise<boolean> {
    const { fingerprint, replaced } = key;
    const kept = await hooks.keepKey?.(fingerprint, replaced);
    if (kept === undefined || kept === fingerprint) return true;
    if (!isFirst || (await hooks.hooks()).length > 0) return false;
    return (await hooks.keepKey?.(fingerprint, kept)) === fingerprint;
  }

  const areOurs = keptAnswer(
    async () => {
      const ours = await isOurs();
      if (!ours && !hasWarned) warn(`${OTHER_KEY} This process delivers nothing.`);
      [isFirst, hasWarned] = [false, !ours];
      return ours;
    },
    FRESHNESS_MS,
    clock,
  );

  return async (order) => ((await areOurs()) ? knownHooks(order) : []);
}
