import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeCountFailure } from '../../../../src/adapters/outbound/rate-limit/attempts.ts';
import { sha256 } from '../../../../src/adapters/outbound/runtime/runtime.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('so many different ones fail within a minute, for this address alone; more are too many', () => {
  const isTooMany = makeCountFailure(3, sha256);
  const tried = ['a', 'b', 'c', 'd', 'e'].map((each) => isTooMany('here', each));
  expect(tried).toEqual([false, false, false, true, true]);
  expect(isTooMany('there', 'd')).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(isTooMany('here', 'd')).toBe(false);
});

it('the same one again is no guess, however often', () => {
  const isTooMany = makeCountFailure(3, sha256);
  for (let n = 0; n < 30; n += 1) expect(isTooMany('here', 'old')).toBe(false);
  expect(['b', 'c', 'd'].map((each) => isTooMany('here', each))).toEqual([false, false, true]);
  expect(isTooMany('here', 'old')).toBe(false);
});
