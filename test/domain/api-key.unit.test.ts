import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../src/domain/api-key.ts';

const random = fc.uint8Array({ minLength: 24, maxLength: 24 });
const anyKey = fc.tuple(fc.constantFrom('live' as const, 'test' as const), random);

describe('an API key', () => {
  it('consists of a prefix, 192 random bits in base 62 and a CRC-32 checksum of six digits', () => {
    const smallest = ApiKey.issue('live', new Uint8Array(24)).value;
    const greatest = ApiKey.issue('test', new Uint8Array(24).fill(255)).value;
    expect(smallest).toMatch(/^lead_live_0{33}[0-9A-Za-z]{6}$/);
    expect(greatest).toMatch(/^lead_test_[0-9A-Za-z]{39}$/);
    expect(62n ** 33n).toBeGreaterThan(2n ** 192n);
    expect(numberOf(greatest.slice(10, -6))).toBe(2n ** 192n - 1n);
    expect(numberOf(greatest.slice(-6))).toBe(BigInt(crc32(greatest.slice(0, -6))));
  });

  it('is well-formed when issued, and differs if the kind or the bits differ', () => {
    fc.assert(
      fc.property(anyKey, anyKey, ([kind, bytes], [otherKind, otherBytes]) => {
        const key = ApiKey.issue(kind, bytes).value;
        expect(ApiKey.isWellFormed(key)).toBe(true);
        const same = kind === otherKind && bytes.every((byte, at) => byte === otherBytes[at]);
        expect(ApiKey.issue(otherKind, otherBytes).value === key).toBe(same);
      }),
    );
  });

  it('is not well-formed if one character is mistyped or two neighbours are swapped', () => {
    fc.assert(
      fc.property(anyKey, fc.nat(48), fc.constantFrom(...'aZ09_-'), ([kind, bytes], at, typed) => {
        const key = ApiKey.issue(kind, bytes).value;
        const mistyped = key.slice(0, at) + typed + key.slice(at + 1);
        expect(ApiKey.isWellFormed(mistyped)).toBe(mistyped === key);
        const swapped =
          key.slice(0, at) +
          key
            .slice(at, at + 2)
            .split('')
            .reverse()
            .join('') +
          key.slice(at + 2);
        expect(ApiKey.isWellFormed(swapped)).toBe(swapped === key);
      }),
    );
  });

  it.each(['', 'lead_live_', 'x', `lead_live_${'a'.repeat(39)}`, `lead_live_${'a'.repeat(1e5)}`])(
    'cannot be malformed text: case %#',
    (text) => expect(ApiKey.isWellFormed(text)).toBe(false),
  );

  it.each(['', 'lead_prod_', 'LEAD_LIVE_', ' lead_live_', 'lead_live_-'])(
    'does not begin with %j, even if the checksum is right',
    (prefix) => {
      const body = prefix + 'a'.repeat(33);
      expect(ApiKey.isWellFormed(body + base62(crc32(body)))).toBe(false);
      const sound = `lead_live_${'a'.repeat(33)}`;
      expect(ApiKey.isWellFormed(sound + base62(crc32(sound)))).toBe(true);
    },
  );

  it('of the sandbox is not well-formed with the prefix of production', () => {
    const key = ApiKey.issue('test', new Uint8Array(24).fill(7)).value;
    expect(ApiKey.isWellFormed(key.replace('test', 'live'))).toBe(false);
  });

  it('cannot be issued from fewer bits', () => {
    expect(() => ApiKey.issue('live', new Uint8Array(16))).toThrow(RangeError);
  });

  it('has a hint: the prefix and four characters', () => {
    const key = ApiKey.issue('live', new Uint8Array(24).fill(7));
    expect(key.hint).toBe(key.value.slice(0, 14));
  });
});

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const numberOf = (text: string): bigint =>
  [...text].reduce((number, digit) => number * 62n + BigInt(digits.indexOf(digit)), 0n);

const base62 = (sum: number): string =>
  Array.from({ length: 6 }, (_, n) => digits.charAt(Math.floor(sum / 62 ** (5 - n)) % 62)).join('');
