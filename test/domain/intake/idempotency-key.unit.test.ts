import { expect, it } from 'vitest';
import { isIdempotencyKey } from '../../../src/domain/intake/idempotency-key.ts';

it.each([' ', '~', 'a', 'x'.repeat(255)])('%j is a key', (text) => {
  expect(isIdempotencyKey(text)).toBe(true);
});

it.each(['', '\x1f', '\x7f', 'k\u00e9', 'a\n', 'x'.repeat(256)])('%j is none', (text) => {
  expect(isIdempotencyKey(text)).toBe(false);
});
