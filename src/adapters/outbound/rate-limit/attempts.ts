import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Digest } from '../../../application/ports/outbound/runtime.ts';
import { take } from './take.ts';

/**
 * Limits attempts to `perMinute` for each address, counted in this process. Resolves to whether one more is
 * allowed.
 */
export function makeTakeAttempt(perMinute: number): (address: string) => Promise<boolean> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (address) => !(await take(limiter, address)).exceeded;
}

/** Counts a failure. Returns whether this address has now had too many. */
type CountFailure = (address: string, presented: string) => boolean;

const MINUTE = 60_000;

/**
 * Counts failed secrets in this process: at most `perMinute` different ones for each address. The same secret
 * counts once, because a program with an old token guesses nothing. Secrets that work are checked before, so
 * that nobody is refused for another's failures.
 */
export function makeCountFailure(perMinute: number, digest: Digest): CountFailure {
  const presentedBy = new Map<string, Set<string>>();
  return (address, presented) => {
    const known = presentedBy.get(address) ?? new Set();
    if (known.size === 0) {
      presentedBy.set(address, known);
      setTimeout(() => presentedBy.delete(address), MINUTE).unref();
    }
    const digested = digest(presented);
    if (known.size < perMinute) known.add(digested);
    return !known.has(digested);
  };
}
