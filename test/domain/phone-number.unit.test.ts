import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrokenRule } from '../../src/domain/invalid-lead.ts';
import { PhoneNumber } from '../../src/domain/phone-number.ts';

const digit = fc.constantFrom(...'0123456789');
const tenDigits = fc.string({ unit: digit, minLength: 10, maxLength: 10 });
const punctuation = fc.string({ unit: fc.constantFrom(...' -().+/x'), maxLength: 3 });

/** The digits with punctuation between them. */
const written = (digits: string) =>
  fc
    .array(punctuation, { minLength: digits.length + 1, maxLength: digits.length + 1 })
    .map((gaps) => gaps.map((gap, index) => gap + (digits[index] ?? '')).join(''));

describe('Spec 2.1 rule 2: everything except digits is removed', () => {
  it.each([
    ['5550102030', '5550102030'],
    ['(555) 010-2030', '5550102030'],
    ['+1 555.010.2030', '15550102030'],
    ['1-555-010-2030', '15550102030'],
    [' 555 010 2030 ', '5550102030'],
    ['call 555 010 2030, please', '5550102030'],
  ])('%s becomes %s', (raw, value) => {
    expect(PhoneNumber.parse(raw).value).toBe(value);
  });

  it('however the digits are written', () => {
    const sample = fc
      .tuple(fc.constantFrom('', '1'), tenDigits)
      .chain(([one, ten]) => fc.tuple(fc.constant(one + ten), written(one + ten)));
    fc.assert(
      fc.property(sample, ([digits, raw]) => {
        fc.pre([...raw.trim()].length <= 64);
        expect(PhoneNumber.parse(raw).value).toBe(digits);
      }),
    );
  });
});

describe('Spec 2.1 rule 3: ten digits, or eleven starting with 1', () => {
  it.each(['', ' ', '555010203', '25550102030', '155501020301', '115550102030', 'phone', '٥٥٥٠١٠٢٠٣٠'])(
    'refuses "%s"',
    (raw) => {
      expect(() => PhoneNumber.parse(raw)).toThrow(new BrokenRule('invalid-phone'));
    },
  );

  it('refuses every other string of digits', () => {
    const digits = fc.string({ unit: digit, maxLength: 60 });
    fc.assert(
      fc.property(digits, (raw) => {
        fc.pre(!/^1?\d{10}$/.test(raw));
        expect(() => PhoneNumber.parse(raw)).toThrow(BrokenRule);
      }),
    );
  });
});

describe('our own decisions: limits and identity', () => {
  it('accepts 64 characters; 65 are too long', () => {
    expect(PhoneNumber.parse(`${'-'.repeat(54)}5550102030`).value).toBe('5550102030');
    expect(() => PhoneNumber.parse(`${'-'.repeat(55)}5550102030`)).toThrow(new BrokenRule('too-long', 64));
  });

  it('the leading 1 is not part of the identity', () => {
    expect(PhoneNumber.parse('15550102030').identity).toBe('5550102030');
    expect(PhoneNumber.parse('5550102030').identity).toBe('5550102030');
  });

  it('in a text it is its digits', () => {
    expect(`Call ${PhoneNumber.parse('+1 (555) 010-2030')}`).toBe('Call 15550102030');
  });

  it('different numbers are unequal, and their JSON contains the value', () => {
    expect(PhoneNumber.parse('5550102030')).not.toEqual(PhoneNumber.parse('5550102031'));
    expect(JSON.stringify(PhoneNumber.parse('5550102030'))).toBe('{"value":"5550102030"}');
  });
});
