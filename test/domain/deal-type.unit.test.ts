import { describe, expect, it } from 'vitest';
import { dealTypes, parseDealType } from '../../src/domain/deal-type.ts';
import { BrokenRule } from '../../src/domain/invalid-lead.ts';

describe('Spec 2.1: deal_type', () => {
  it('is one of seven values', () => {
    expect(dealTypes).toEqual(['sales', 'service', 'rental', 'lift', 'commercial', 'buy-back', 'other']);
  });

  it.each(dealTypes)('%s is accepted in any case, and with white space around it', (dealType) => {
    expect(parseDealType(dealType)).toBe(dealType);
    expect(parseDealType(` ${dealType.toUpperCase()}\n`)).toBe(dealType);
  });

  it.each([
    '',
    'sale',
    'sales!',
    'buy back',
    'buyback',
    'ſales',
    'rental\u0131',
    'buy-bac\u212a',
    'toString',
  ])('"%s" is refused', (raw) => {
    expect(() => parseDealType(raw)).toThrow(new BrokenRule('not-a-deal-type'));
  });
});
