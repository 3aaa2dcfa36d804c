import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { TakeQuota } from '../../../application/ports/outbound/quota.ts';
import { take } from './take.ts';

const WINDOW = 60;

/** Allows each vendor `perMinute` requests a minute, counted in this process. */
export function vendorQuota(perMinute: number): TakeQuota {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW });
  return async (vendorId) => {
    const { exceeded, remaining, msBeforeNext } = await take(limiter, vendorId);
    const resets = Math.min(Math.ceil(msBeforeNext / 1000), WINDOW); // more only after the clock was set back
    return { limit: perMinute, window: WINDOW, remaining, resets, exceeded };
  };
}
