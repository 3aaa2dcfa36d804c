import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DeliveryLoop } from '../../../../../src/operators/adapters/inbound/schedule/delivery-loop.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A loop whose rounds find nothing, and after how many milliseconds each of them began. */
function idleLoop() {
  const begin = performance.now();
  const rounds: number[] = [];
  const round = async () => {
    rounds.push(performance.now() - begin);
    return 'idle' as const;
  };
  return { rounds, loop: new DeliveryLoop({ round, settled: async () => {} }) };
}

it('an idle process looks about three times a second, and soon after it is woken', async () => {
  const { rounds, loop } = idleLoop();
  loop.start();
  await vi.advanceTimersByTimeAsync(1_050);
  loop.wake();
  await vi.advanceTimersByTimeAsync(400);
  expect(rounds).toEqual([0, 300, 600, 900, 1_150, 1_450]);
});

it('however often it is woken, rounds do not follow one another sooner than every 200 ms', async () => {
  const { rounds, loop } = idleLoop();
  loop.start();
  for (let n = 0; n < 1_000; n += 1) {
    loop.wake();
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(rounds).toEqual([0, 200, 400, 600, 800, 1_000]);
});

it('begins no round once it is stopped', async () => {
  const { rounds, loop } = idleLoop();
  loop.start();
  await loop.stop();
  loop.wake();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(rounds).toEqual([0]);
});
