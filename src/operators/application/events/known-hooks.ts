import type { Clock } from '../../../application/ports/outbound/runtime.ts';
import { type Hook, listensTo } from '../../domain/events/hook.ts';
import type { HookAlarm, LeadEvent, LeadHeld } from '../../domain/events/lead-event.ts';
import { type KeptAnswer, keptAnswer } from '../kept-answer.ts';
import type { HookDirectory } from './ports/hook-directory.ts';

/** Milliseconds for which the store's answer is used again. */
const FRESH = 2_500;

/**
 * Resolves to all hooks, at most `FRESH` old; with `anew`, as they are now, which callers who changed one need.
 */
export type KnownHooks = KeptAnswer<readonly Hook[]>;

/** Knows no hooks, for a store without webhooks. */
export const noHooks: KnownHooks = async () => [];

/** Asks the store once for all callers, and again when the answer is too old. */
export const makeKnownHooks = (directory: Pick<HookDirectory, 'hooks'>, clock: Clock): KnownHooks =>
  keptAnswer(() => directory.hooks(), FRESH, clock);

/** The event with the ids of the hooks that listen to it; empty if none does. */
export function announce<E extends LeadEvent | LeadHeld | HookAlarm>(
  event: E,
  hooks: readonly Hook[],
): { readonly event: E; readonly hooks: readonly string[] }[] {
  const listening = hooks.filter((hook) => listensTo(hook, event)).map(({ id }) => id);
  return listening.length > 0 ? [{ event, hooks: listening }] : [];
}

/** The hook as it was at most three seconds ago; `undefined` if it is paused or gone. */
export async function activeHook(knownHooks: KnownHooks, hookId: string): Promise<Hook | undefined> {
  const hook = (await knownHooks()).find(({ id }) => id === hookId);
  return hook?.paused ? undefined : hook;
}
