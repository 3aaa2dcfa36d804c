import { expect, it } from 'vitest';
import { HeldBodies } from '../../../../src/adapters/inbound/koa/held-bodies.ts';

const MEBIBYTE = 1024 ** 2;

it('no vendor holds more than a quarter, and all of them together no more than 128 MiB', () => {
  const bodies = new HeldBodies();
  for (const vendor of ['a', 'b', 'c']) expect(bodies.add(vendor, 32 * MEBIBYTE)).toBe(true);
  expect(bodies.add('a', 1)).toBe(false);
  expect(bodies.add('d', 31 * MEBIBYTE)).toBe(true);
  expect(bodies.add('e', MEBIBYTE)).toBe(true);
  expect(bodies.add('f', 1)).toBe(false);
  bodies.remove('b', MEBIBYTE);
  expect(bodies.add('f', MEBIBYTE)).toBe(true);
});
