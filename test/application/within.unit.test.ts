import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../src/application/ports/outbound/store.ts';
import { within } from '../../src/application/within.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('passes on what the work resolves or rejects to, and leaves no timer that would keep a process alive', async () => {
  expect(await within(1_000, Promise.resolve('done'), 'late')).toBe('done');
  await expect(within(1_000, Promise.reject(new Error('broken')), 'late')).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});

it('throws StoreUnavailable with the reason once the limit is over', async () => {
  const waiting = within(1_000, new Promise(() => {}), 'it took too long');
  const outcome = expect(waiting).rejects.toThrow(new StoreUnavailable('it took too long'));
  await vi.advanceTimersByTimeAsync(1_000);
  await outcome;
});
