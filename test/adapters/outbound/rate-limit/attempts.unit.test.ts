import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeBeginAttempt } from '../../../../src/adapters/outbound/rate-limit/attempts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('who succeeds is never held up; who fails so often waits until the minute is over, alone', async () => {
  const begin = makeBeginAttempt(3);
  const attempt = async (address: string, fails: boolean) => {
    const end = await begin(address);
    await end?.(fails);
    return end !== undefined;
  };
  for (let n = 0; n < 30; n += 1) expect(await attempt('a', false)).toBe(true);
  for (const fails of [true, false, true, true]) expect(await attempt('a', fails)).toBe(true);
  expect([await attempt('a', false), await attempt('b', false)]).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await attempt('a', true)).toBe(true);
});

it('of many at once, no more are under way than may fail; the others come in turn, or not at all', async () => {
  const begin = makeBeginAttempt(3);
  const run = async (count: number, fails: boolean) => {
    let [running, most, letIn] = [0, 0, 0];
    await Promise.all(
      Array.from({ length: count }, async () => {
        const end = await begin('a');
        if (!end) return;
        letIn += 1;
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        await end(fails);
      }),
    );
    return [letIn, most];
  };
  expect(await run(30, false)).toEqual([30, 3]);
  expect(await run(30, true)).toEqual([3, 3]);
  expect(await run(30, false)).toEqual([0, 0]);
});
