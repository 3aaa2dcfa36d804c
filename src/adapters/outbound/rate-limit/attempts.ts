import { RateLimiterMemory } from 'rate-limiter-flexible';
import { take } from './take.ts';

/** Whether whoever has this address may try once more: `perMinute` times, counted in this process. */
export function makeTakeAttempt(perMinute: number): (address: string) => Promise<boolean> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (address) => !(await take(limiter, address)).exceeded;
}
