import { expect, it } from 'vitest';
import { onlyTallied } from '../../../../src/operators/domain/work/tally.ts';
import { untouched, type WorkedDeal } from '../../../../src/operators/domain/work/worked-deal.ts';
import { dealOf } from '../../../../suites/samples.ts';

it('what only reports ask for is kept as it was kept: files have this text, and another needs a step of `leads upgrade`', () => {
  const little = untouched(dealOf({}, { contactId: 'ada' }));
  const at = new Date('2026-01-02T10:00Z');
  const by = 'grace';
  const kept = { from: { at, by }, to: undefined };
  const all: WorkedDeal = {
    ...little,
    status: 'Lost',
    answeredAt: at,
    history: [{ status: 'Lost', at, by, reason: undefined, lostReason: 'price' }],
    activities: [{ kind: 'reached', text: undefined, at, by, followUp: kept }],
  };
  expect([all, little].map(onlyTallied)).toEqual(['[1767348000000,"price",1,0]', '[null,null,0,0]']);
});
