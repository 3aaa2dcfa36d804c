import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { DeliveryLoop } from '../../../../src/adapters/inbound/schedule/delivery-loop.ts';

/** A loop whose rounds find nothing, and when each of them began. */
function idleLoop() {
  const rounds: number[] = [];
  const round = async () => {
    rounds.push(performance.now());
    return 'idle' as const;
  };
  return { rounds, loop: new DeliveryLoop({ round, settled: async () => {} }) };
}

it('an idle process looks about three times a second, and at once when it is woken', async () => {
  const { rounds, loop } = idleLoop();
  loop.start();
  await sleep(1_000);
  expect(rounds.length).toBeLessThanOrEqual(4);
  await sleep(250); // later than rounds follow one another at most
  const [before, woken] = [rounds.length, performance.now()];
  loop.wake();
  await sleep(250);
  await loop.stop();
  expect((rounds[before] ?? Number.POSITIVE_INFINITY) - woken).toBeLessThan(220);
});

it('however often it is woken, rounds do not follow one another sooner than every 200 ms', async () => {
  const { rounds, loop } = idleLoop();
  loop.start();
  const end = performance.now() + 1_000;
  while (performance.now() < end) {
    loop.wake();
    await sleep(1);
  }
  await loop.stop();
  expect(rounds.length).toBeLessThanOrEqual(6);
});
