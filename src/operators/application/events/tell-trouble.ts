import type { Clock } from '../../../application/ports/outbound/runtime.ts';
import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';

/** Milliseconds between two warnings of one kind: an unreachable store fails for every hook at once. */
const EVERY = 60_000;

/** Makes the warning that delivering was interrupted, and why. */
export function makeTellTrouble(clock: Clock, warn: (message: string) => void): (error: unknown) => void {
  const told = new Map<string, number>();
  return (error) => {
    const now = clock().getTime();
    for (const [kind, at] of told) if (now - at >= EVERY) told.delete(kind);
    const why = inWords(error);
    if (told.has(why)) return;
    told.set(why, now);
    warn(`Delivering to webhooks was interrupted (${why}); it goes on by itself.`);
  };
}

export const inWords = (error: unknown): string =>
  error instanceof StoreUnavailable ? error.message : (error as Error).name;
