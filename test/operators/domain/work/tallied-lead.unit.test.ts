import { expect, it } from 'vitest';
import { talliedFromText, talliedToText } from '../../../../src/operators/domain/work/tallied-lead.ts';

it('what only reports ask for is kept as it was kept: files have this text, and another needs a step of `leads upgrade`', () => {
  const answeredAt = new Date('2026-01-02T10:00Z');
  const all = { answeredAt, lostReason: 'price', promises: { kept: 1, missed: 2 } };
  const little = { answeredAt: undefined, lostReason: undefined, promises: { kept: 0, missed: 0 } };
  for (const [tally, text] of [
    [all, '[1767348000000,"price",1,2]'],
    [little, '[null,null,0,0]'],
  ] as const) {
    expect(talliedToText(tally)).toBe(text);
    expect(talliedFromText(text)).toEqual(tally);
  }
});
