import { expect, it } from 'vitest';
import { timeouts } from '../../../../../src/adapters/outbound/mongodb/connection/timeouts.ts';

it('each time limit is longer than the ones inside it, and a request fails within six seconds', () => {
  const { connect, command, preparation, answer } = timeouts;
  const ascending = [connect, command, preparation, answer];
  expect(ascending).toEqual(ascending.toSorted((a, b) => a - b));
  expect(new Set(ascending).size).toBe(4);
  expect(answer).toBeLessThan(6_000);
});
