import { expect, it } from 'vitest';
import { positive } from '../../scripts/positive.ts';

it.each(['', 'ten', '0', '-1', 'Infinity'])('nothing is measured with "%s"', (text) => {
  expect(() => positive(text)).toThrow(`"${text}" is not a number above 0`);
});

it('a number is read', () => {
  expect(['3', '0.5'].map(positive)).toEqual([3, 0.5]);
});
