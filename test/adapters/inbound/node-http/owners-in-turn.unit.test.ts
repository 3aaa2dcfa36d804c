import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OwnersInTurn } from '../../../../src/adapters/inbound/node-http/owners-in-turn.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setImmediate', 'setTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('one has its turn at a time, nobody has two while another waits, and after each is a rest', async () => {
  const turns = new OwnersInTurn();
  const order: string[] = [];
  const wait = (name: string, rest: number) =>
    void turns.turnOf(name.slice(0, 1), rest).then(() => order.push(name));
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2', 'a4']) wait(name, 10);
  const after: number[] = [];
  await vi.advanceTimersByTimeAsync(0);
  for (let n = 0; n < 7; n += 1) {
    await vi.advanceTimersByTimeAsync(9);
    after.push(order.length);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4']);
  expect(after).toEqual([1, 2, 3, 4, 5, 6, 7]);

  await vi.advanceTimersByTimeAsync(10);
  wait('d1', 40);
  await vi.advanceTimersByTimeAsync(1);
  expect(order.at(-1)).toBe('d1');
  wait('d2', 0);
  await vi.advanceTimersByTimeAsync(38);
  expect(order.at(-1)).toBe('d1');
  await vi.advanceTimersByTimeAsync(5);
  expect(order.at(-1)).toBe('d2');
});
