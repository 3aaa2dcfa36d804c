import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StoreUnavailable, StoreUnfit } from '../../src/application/ports/outbound/store.ts';
import { Readiness } from '../../src/application/readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A store that does what it is told, as the real ones can at any time. */
function readinessOf() {
  const state = { isUp: true, failure: undefined as Error | undefined, rehearsals: 0, told: [] as string[] };
  const readiness = new Readiness({
    storeHealth: async () => state.isUp,
    async rehearse() {
      state.rehearsals += 1;
      if (!state.isUp) throw new StoreUnavailable('nobody answers');
      if (state.failure) throw state.failure;
    },
    warn: (message) => void state.told.push(message),
  });
  return { state, readiness, later: () => vi.advanceTimersByTimeAsync(1_000) };
}

it('is ready once a rehearsal has succeeded, and rehearses no more', async () => {
  const { state, readiness } = readinessOf();
  for (let n = 0; n < 3; n += 1) expect(await readiness.isReady()).toBe(true);
  expect([state.rehearsals, state.told]).toEqual([1, []]);
  state.isUp = false;
  expect(await readiness.isReady()).toBe(false);
});

it.each([
  ['StoreUnfit', new StoreUnfit('it has no indexes'), 'it has no indexes'],
  ['StoreUnavailable', new StoreUnavailable('the disk is full'), 'the disk is full'],
  ['any other error', new TypeError('no such function'), 'TypeError: no such function'],
])(
  'is not ready after %s, says why once, and tries again at most once a second',
  async (_kind, failure, why) => {
    const { state, readiness, later } = readinessOf();
    state.failure = failure;
    for (let n = 0; n < 9; n += 1) expect(await readiness.isReady()).toBe(false);
    expect(state.rehearsals).toBe(1);
    await later();
    expect(await readiness.isReady()).toBe(false);
    expect([state.rehearsals, state.told]).toEqual([
      2,
      [`Not ready, as a made-up lead cannot be kept: ${why}.`],
    ]);
    state.failure = undefined;
    await later();
    expect(await readiness.isReady()).toBe(true);
    expect(state.told.slice(1)).toEqual(['A made-up lead can be kept now.']);
  },
);

it('leaves an outage to others, asks nothing of a store that is away, and is ready when it comes', async () => {
  const { state, readiness, later } = readinessOf();
  state.isUp = false;
  expect(await readiness.rehearsed()).toBeInstanceOf(StoreUnavailable);
  await later();
  for (let n = 0; n < 3; n += 1) expect(await readiness.isReady()).toBe(false);
  expect(state.rehearsals).toBe(1);
  state.isUp = true;
  expect(await readiness.isReady()).toBe(true);
  expect(state.told).toEqual([]);
});

it('is what the store says where nothing is rehearsed', async () => {
  const readiness = new Readiness({ storeHealth: async () => true, rehearse: undefined, warn: () => {} });
  expect([await readiness.isReady(), await readiness.rehearsed()]).toEqual([true, undefined]);
});
