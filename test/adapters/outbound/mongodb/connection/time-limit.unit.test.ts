import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { timeLimit } from '../../../../../src/adapters/outbound/mongodb/connection/time-limit.ts';
import { StoreUnavailable } from '../../../../../src/application/ports/outbound/store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise(() => {});
const outcomeOf = (limited: Promise<unknown>) => {
  const told: unknown[] = [];
  limited.then(
    (value) => told.push(value),
    (error) => told.push(error),
  );
  return told;
};

it('passes on what the work resolves or rejects to', async () => {
  const inTime = timeLimit(1_000, 'late');
  expect(await inTime(Promise.resolve('done'))).toBe('done');
  await expect(inTime(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('gives up each work after its own time, also when earlier work has long ended', async () => {
  const inTime = timeLimit(1_000, 'it took too long');
  await inTime(Promise.resolve());
  await vi.advanceTimersByTimeAsync(600);
  const first = outcomeOf(inTime(never));
  await vi.advanceTimersByTimeAsync(300);
  const second = outcomeOf(inTime(never));

  await vi.advanceTimersByTimeAsync(690);
  expect([first, second]).toEqual([[], []]);
  await vi.advanceTimersByTimeAsync(20);
  expect([first, second]).toEqual([[new StoreUnavailable('it took too long')], []]);
  await vi.advanceTimersByTimeAsync(300);
  expect(second).toEqual([new StoreUnavailable('it took too long')]);
});

it('says once that work is late, and of other work nothing', async () => {
  const onLate = vi.fn();
  const inTime = timeLimit(1_000, 'late', onLate);
  await inTime(Promise.resolve());
  outcomeOf(inTime(never));
  await vi.advanceTimersByTimeAsync(990);
  expect(onLate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(onLate).toHaveBeenCalledOnce();
});

it('lets work end whose result arrived while the process stood still', async () => {
  const work = Promise.withResolvers<string>();
  const limited = timeLimit(200, 'late')(work.promise);
  vi.runOnlyPendingTimers(); // all that are due run first, and then what has arrived is read
  work.resolve('arrived');
  await expect(limited).resolves.toBe('arrived');
});

it('leaves no timer behind', async () => {
  const inTime = timeLimit(1_000, 'late');
  await Promise.all(Array.from({ length: 100 }, () => inTime(Promise.resolve())));
  expect(vi.getTimerCount()).toBe(0);
});
