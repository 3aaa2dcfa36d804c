import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Digest } from '../../../application/ports/outbound/runtime.ts';
import { take } from './take.ts';

/** Whether whoever has this address may do it once more: `perMinute` times, counted in this process. */
export function makeTakeAttempt(perMinute: number): (address: string) => Promise<boolean> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (address) => !(await take(limiter, address)).exceeded;
}

/** Told of what did not work. Returns whether it is one too many of this address. */
type CountFailure = (address: string, presented: string) => boolean;

const MINUTE = 60_000;

/**
 * Counts what is presented in vain, in this process: at most `perMinute` different things of an address. The same again
 * counts once, because a program that still has an old token guesses nothing. What works is nobody's failure: it is looked
 * at first, so that nobody is refused for another's.
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
