import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../../../../src/application/ports/outbound/store.ts';
import { whileWaiting } from '../../../../../src/operators/adapters/inbound/desk/long-work.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Each group takes so many seconds. */
function inGroups(groups: readonly (readonly string[])[], seconds: number) {
  const began: string[] = [];
  async function* work() {
    for (const group of groups) {
      began.push(...group);
      vi.advanceTimersByTime(seconds * 1_000);
      yield group;
    }
  }
  return { began, groups: Object.assign(work(), { count: groups.flat().length }) };
}

it('what was all done is said to be done, however long it took', async () => {
  const { groups } = inGroups([['a', 'b', 'c']], 6);
  expect(await whileWaiting(groups)).toEqual({ results: ['a', 'b', 'c'], why: undefined });
  const several = inGroups([['a', 'b'], ['c']], 4);
  expect(await whileWaiting(several.groups)).toEqual({ results: ['a', 'b', 'c'], why: undefined });
});

it('what takes long is broken off between two groups, and begins none of the others', async () => {
  const { groups, began } = inGroups([['a'], ['b'], ['c']], 3);
  expect(await whileWaiting(groups)).toEqual({ results: ['a', 'b'], why: 'it takes long' });
  expect(began).toEqual(['a', 'b']);
});

it('if the store does not answer, what was done is told', async () => {
  async function* broken() {
    yield ['a'];
    throw new StoreUnavailable('gone');
  }
  const groups = Object.assign(broken(), { count: 2 });
  expect(await whileWaiting(groups)).toEqual({ results: ['a'], why: 'the store does not answer' });
});
