import { expect, it } from 'vitest';
import { idempotencyKeySchema, isIdempotencyKey } from '../../src/domain/idempotency-key.ts';

const { pattern, maxLength } = idempotencyKeySchema;
const isDescribed = (text: string) => new RegExp(pattern, 'u').test(text) && text.length <= maxLength;

it.each(['~', 'a', 'a b', 'a-b.c', '-', 'x'.repeat(255)])('%j is a key', (text) => {
  expect([isIdempotencyKey(text), isDescribed(text)]).toEqual([true, true]);
});

it.each([' a', 'a ', ' a '])('%j is a key, but none that a header carries', (text) => {
  expect([isIdempotencyKey(text), isDescribed(text)]).toEqual([true, false]);
});

it.each(['', '\x1f', '\x7f', 'k\u00e9', 'a\n', 'x'.repeat(256), ' ', '  ', ',', 'a,b', ', ,'])(
  '%j is none',
  (text) => {
    expect([isIdempotencyKey(text), isDescribed(text)]).toEqual([false, false]);
  },
);
