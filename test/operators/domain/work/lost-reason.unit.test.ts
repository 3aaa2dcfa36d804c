import { describe, expect, it } from 'vitest';
import { lostReason, parseLostReasons } from '../../../../src/operators/domain/work/lost-reason.ts';

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

it('a reason is known by its code and by its words, in any case', () => {
  const reasons = parseLostReasons('price=Too expensive,!spam') ?? [];
  for (const text of ['price', 'Price', 'too expensive', ' Too expensive '])
    expect(lostReason(text, reasons).code).toBe('price');
  for (const text of ['spam', ' Spam ', 'SPAM'])
    expect(lostReason(text, reasons)).toMatchObject({ code: 'spam', counts: false });
  for (const other of ['!spam', '', 'expensive'])
    expect(() => lostReason(other, reasons)).toThrow('There is no such lost reason. Known: price, spam.');
  expect(() => lostReason('price', [])).toThrow('Known: none.');
});
