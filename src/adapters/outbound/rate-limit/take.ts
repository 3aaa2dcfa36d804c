import { type RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Takes one from a limit. (The library throws its result if nothing is left.) */
export async function take(limiter: RateLimiterMemory, key: string) {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key);
    return { exceeded: false, remaining: remainingPoints, msBeforeNext };
  } catch (answer) {
    if (!(answer instanceof RateLimiterRes)) throw answer;
    return { exceeded: true, remaining: 0, msBeforeNext: answer.msBeforeNext };
  }
}
