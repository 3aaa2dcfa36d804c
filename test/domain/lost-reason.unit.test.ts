import { describe, expect, it } from 'vitest';
import { lostReason, parseLostReasons } from '../../src/domain/lost-reason.ts';

describe('parseLostReasons', () => {
  it('reads codes, words and what keeps a lead out of the win rate', () => {
    expect(parseLostReasons(' price = Too expensive ,elsewhere,!spam=Spam = junk, !not-2 ')).toEqual([
      { code: 'price', words: 'Too expensive', counts: true },
      { code: 'elsewhere', words: 'elsewhere', counts: true },
      { code: 'spam', words: 'Spam = junk', counts: false },
      { code: 'not-2', words: 'not-2', counts: false },
    ]);
  });

  it.each([
    '',
    'a,',
    'a b',
    'Price',
    'a,!a',
    'a=',
    'a=\u200b',
    `a=${'x'.repeat(61)}`,
    '!',
    '-a',
    'a=b\u0007',
  ])('refuses %j', (text) => {
    expect(parseLostReasons(text)).toBeUndefined();
  });
});

it('a code is known exactly as it is written', () => {
  const reasons = parseLostReasons('price,!spam') ?? [];
  expect(lostReason('spam', reasons)).toMatchObject({ code: 'spam', counts: false });
  for (const other of ['Spam', '!spam', '', 'Price'])
    expect(() => lostReason(other, reasons)).toThrow('There is no such lost reason. Known: price, spam.');
  expect(() => lostReason('price', [])).toThrow('Known: none.');
});
