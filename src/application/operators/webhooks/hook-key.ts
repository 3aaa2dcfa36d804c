import { Refused } from '../../../domain/refused.ts';
import type { KnownHooks } from '../../events/known-hooks.ts';
import type { HookDirectory } from '../../events/ports/hook-directory.ts';
import type { HookKey } from '../../events/ports/post-event.ts';
import type { Clock } from '../../intake/ports/outbound/runtime.ts';
import { keptAnswer } from '../../kept-answer.ts';

/** How long the store's answer counts. */
const FRESHNESS_MS = 30_000;

const OTHER_KEY =
  'HOOK_KEY is not the key that the secrets of the webhooks here come from: set the one that the servers have.';

/** Resolves to what is wrong if the secrets come from another key, in a sentence. */
export async function hookKeyProblem(
  hooks: HookDirectory,
  { fingerprint }: HookKey,
): Promise<string | undefined> {
  const kept = (await hooks.keptKey?.()) ?? fingerprint;
  return kept === fingerprint ? undefined : OTHER_KEY;
}

/** Before a secret is handed out. Throws Refused if it would be one that nothing is signed with. */
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
 * The webhooks that this process can sign for: none while their secrets come from another key, which it warns of. From
 * now on they come from its own if that replaces the other one, or if there are no webhooks yet when it starts.
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
