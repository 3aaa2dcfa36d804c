import { expect, it } from 'vitest';
import { clockSkew, skewWarning } from '../../src/application/clock-skew.ts';

/** A call that takes so long, on a machine whose clock is so far ahead. */
async function skewOf(ahead: number, duration: number): Promise<number> {
  let now = Date.UTC(2026, 0, 1);
  const clock = () => new Date(now + ahead);
  const storeTime = async () => {
    now += duration / 2;
    const told = new Date(now);
    now += duration / 2;
    return told;
  };
  return clockSkew(storeTime, clock);
}

it.each([
  [0, 10, 0],
  [6_000, 10, 5_995],
  [-6_000, 10, -5_995],
  [2_000, 30_000, 0], // a slow answer is no wrong clock
  [60_000, 30_000, 45_000],
])(
  'a clock %i ms ahead, with an answer after %i ms, is at least %i ms ahead',
  async (ahead, duration, skew) => {
    expect(await skewOf(ahead, duration)).toBe(skew);
  },
);

it('more than five seconds are told', () => {
  expect([skewWarning(5_000), skewWarning(-5_000), skewWarning(0)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(skewWarning(7_200)).toMatch(/^This machine's clock is 7 s ahead of the database's/);
  expect(skewWarning(-65_000)).toMatch(/is 65 s behind the database's/);
});
