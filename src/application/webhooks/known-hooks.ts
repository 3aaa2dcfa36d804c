import type { Hook } from '../../domain/hook.ts';
import { listensTo } from '../../domain/hook.ts';
import type { LeadEvent } from '../../domain/lead-event.ts';
import type { Announcement } from '../ports/outbound/deliveries.ts';
import type { HookDirectory } from '../ports/outbound/hook-directory.ts';
import type { Clock } from '../ports/outbound/runtime.ts';

/** The hooks as they were at most this many milliseconds ago. */
const FRESH = 2_500;

/** The hooks; with `anew`, as they are now: for whoever changed one. */
export type KnownHooks = (order?: { readonly anew?: boolean }) => Promise<readonly Hook[]>;

/** For a store that keeps no webhooks. */
export const noHooks: KnownHooks = async () => [];

/** Asks the store once for all who ask, and again when the answer has become old. */
export function makeKnownHooks(directory: Pick<HookDirectory, 'hooks'>, clock: Clock): KnownHooks {
  let known: Promise<readonly Hook[]> | undefined;
  let asked = 0;
  return ({ anew = false } = {}) => {
    const now = clock().getTime();
    if (!known || anew || now - asked >= FRESH || now < asked) {
      asked = now;
      const answer = directory.hooks();
      answer.catch(() => {
        if (known === answer) known = undefined;
      });
      known = answer;
    }
    return known;
  };
}

/** What the event announces; nothing if no hook listens. */
export function announce(event: LeadEvent, hooks: readonly Hook[]): Announcement[] {
  const listening = hooks.filter((hook) => listensTo(hook, event)).map(({ id }) => id);
  return listening.length > 0 ? [{ event, hooks: listening }] : [];
}
