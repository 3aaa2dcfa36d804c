import { RateLimiterMemory } from 'rate-limiter-flexible';
import { take } from './take.ts';

/** Whether whoever has this address may do it once more: `perMinute` times, counted in this process. */
export function makeTakeAttempt(perMinute: number): (address: string) => Promise<boolean> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (address) => !(await take(limiter, address)).exceeded;
}

/** Called to end an attempt. */
type End = (hasFailed: boolean) => Promise<void>;

/** The attempts of one address. */
interface Line {
  /** Under way, or waiting for their turn. */
  present: number;
  running: number;
  /** To be called when one of them has ended. */
  readonly waiting: (() => void)[];
}

/**
 * Counts failures, in this process: who fails `perMinute` times may not try again for a minute, and who succeeds any
 * number of times is not held up. No more attempts are under way than may still fail, so that guesses sent all at once
 * are no way around it; the others wait for their turn. Resolves to `undefined` to who may not try.
 */
export function makeBeginAttempt(perMinute: number): (address: string) => Promise<End | undefined> {
  const failures = new RateLimiterMemory({ points: perMinute, duration: 60 });
  const lines = new Map<string, Line>();

  return async function begin(address) {
    const line = lines.get(address) ?? { present: 0, running: 0, waiting: [] };
    lines.set(address, line);
    line.present += 1;
    const leave = () => {
      line.present -= 1;
      if (line.present === 0) lines.delete(address);
    };
    for (;;) {
      const failed = (await failures.get(address))?.consumedPoints ?? 0;
      if (failed >= perMinute) return void leave();
      if (line.running < perMinute - failed) break;
      await new Promise<void>((resolve) => void line.waiting.push(resolve));
    }
    line.running += 1;
    return async (hasFailed) => {
      if (hasFailed) await take(failures, address);
      line.running -= 1;
      leave();
      for (const proceed of line.waiting.splice(0)) proceed();
    };
  };
}
