import { setTimeout as pause } from 'node:timers/promises';

/** Waits for the work, but at most this long. Leaves no timer. */
export async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  const late = pause(milliseconds, undefined, { ref: false, signal: done.signal }).catch(() => {});
  await Promise.race([work, late]).finally(() => done.abort());
}
