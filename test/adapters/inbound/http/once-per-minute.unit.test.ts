import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { oncePerMinute } from '../../../../src/adapters/inbound/http/once-per-minute.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('passes a message on once a minute, and each different one', () => {
  const told: string[] = [];
  const tell = oncePerMinute((message) => told.push(message));
  for (const message of ['a', 'b', 'a', 'a']) tell(message);
  expect(told).toEqual(['a', 'b']);
  vi.advanceTimersByTime(59_999);
  tell('a');
  expect(told).toEqual(['a', 'b']);
  vi.advanceTimersByTime(1);
  tell('a');
  expect(told).toEqual(['a', 'b', 'a']);
});

it('forgets messages when they are many, and goes on telling', () => {
  const told: string[] = [];
  const tell = oncePerMinute((message) => told.push(message));
  for (let n = 0; n < 250; n += 1) tell(String(n));
  expect(told).toHaveLength(250);
  tell('0');
  expect(told).toHaveLength(251);
});
