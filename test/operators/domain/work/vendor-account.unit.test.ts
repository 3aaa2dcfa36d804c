import { describe, expect, it } from 'vitest';
import { type IssuedKey, keyState } from '../../../../src/domain/issued-key.ts';
import { Refused } from '../../../../src/operators/domain/refused.ts';
import { isExpiring } from '../../../../src/operators/domain/work/key-term.ts';
import {
  addKey,
  keyOf,
  openAccount,
  revokeKey,
  rotateKey,
} from '../../../../src/operators/domain/work/vendor-account.ts';
import { someKey as key } from '../../../../suites/operator-samples.ts';

const day = (n: number): Date => new Date(Date.UTC(2026, 0, n));

const account = (...keys: IssuedKey[]) => keys.reduce(addKey, openAccount('ven_1', 'Acme', day(1)));

describe('a vendor account', () => {
  it('starts with a trimmed name and no keys', () => {
    expect(openAccount('ven_1', '  Blue Motors ', day(1))).toEqual({
      id: 'ven_1',
      name: 'Blue Motors',
      created: day(1),
      keys: [],
    });
  });

  it('has single spaces and composed characters in its name, so that what looks the same is the same', () => {
    expect(openAccount('ven_1', 'Blue \u00a0 Motors', day(1)).name).toBe('Blue Motors');
    expect(openAccount('ven_1', 'Cafe\u0301', day(1)).name).toBe('Caf\u00e9');
  });

  it('may have a name in any script, joiners included', () => {
    const name = 'خودرو\u200cهای آبی 👨\u200d🔧';
    expect(openAccount('ven_1', name, day(1)).name).toBe(name);
  });

  it.each(['a'.repeat(255), '😀'.repeat(255), 'ecstatic: cars', 'Seven_'])('may have the name %j', (name) =>
    expect(openAccount('ven_1', name, day(1)).name).toBe(name),
  );

  it.each([
    '',
    '   ',
    '\u3164',
    '\u2800 \u034f',
    '\u200d',
    'a'.repeat(256),
    'two\nlines',
    'bell\u0007',
    '\u001b[31mred',
    'right\u202eleft',
    'static:acme',
    'ven_5Ef2rJtrVGsu34',
  ])('is refused if the name is %j', (name) =>
    expect(() => openAccount('ven_1', name, day(1))).toThrow(Refused),
  );
});

describe('the state of a key', () => {
  it.each([
    ['active', {}],
    ['active', { expires: day(3) }],
    ['replaced', { expires: day(3), replacedBy: 'key_2' }],
    ['expired', { expires: day(2) }],
    ['expired', { expires: day(2), replacedBy: 'key_2' }],
    ['revoked', { expires: day(1), revoked: day(1), replacedBy: 'key_2' }],
  ] as const)('is %s', (state, given) => expect(keyState(key('key_1', given), day(2))).toBe(state));
});

describe('rotating a key', () => {
  it('makes the old key expire at the end of the overlap', () => {
    const rotated = rotateKey(account(key('old')), 'old', key('new', { created: day(5) }), day(12));
    expect(keyOf(rotated, 'old')).toEqual(key('old', { expires: day(12), replacedBy: 'new' }));
    expect(keyOf(rotated, 'new')).toEqual(key('new', { created: day(5) }));
  });

  it('ends the overlap in time even if the old key would have lasted longer', () => {
    const old = key('old', { expires: day(30) });
    const rotated = rotateKey(account(old), 'old', key('new', { created: day(5) }), day(12));
    expect(keyOf(rotated, 'old').expires).toEqual(day(12));
  });

  it('does not extend the old key, and gives the new one a term of the same length', () => {
    const old = key('old', { expires: day(8) });
    const rotated = rotateKey(account(old), 'old', key('new', { created: day(5) }), day(12));
    expect(keyOf(rotated, 'old').expires).toEqual(day(8));
    expect(keyOf(rotated, 'new').expires).toEqual(day(12));
  });

  it.each([
    ['replaced by key_9', { expires: day(9), replacedBy: 'key_9' }],
    ['is expired', { expires: day(4) }],
    ['is revoked', { revoked: day(4) }],
  ])('is refused with a message that contains "%s"', (message, given) => {
    const rotate = () =>
      rotateKey(account(key('old', given)), 'old', key('new', { created: day(5) }), day(9));
    expect(rotate).toThrow(Refused);
    expect(rotate).toThrow(message);
  });
});

it.each([
  ['an active one that ends in time', { expires: day(8) }, true],
  ['a replaced one that ends in time', { expires: day(8), replacedBy: 'b' }, true],
  ['one that ends later', { expires: day(9) }, false],
  ['one without an end', {}, false],
  ['one that has expired', { expires: day(5) }, false],
  ['one that was revoked', { expires: day(8), revoked: day(2) }, false],
])('of all keys, %s is expiring within three days: %o', (_which, given, expected) => {
  expect(isExpiring(key('a', given), day(5), day(8).getTime() - day(5).getTime())).toBe(expected);
});

describe('revoking a key', () => {
  it('ends only that key', () => {
    const after = revokeKey(account(key('a'), key('b')), 'a', day(3));
    expect(after.keys).toEqual([key('a', { revoked: day(3) }), key('b')]);
  });

  it('is refused the second time, and for an unknown key', () => {
    expect(() => revokeKey(account(key('a', { revoked: day(2) })), 'a', day(3))).toThrow('already revoked');
    expect(() => revokeKey(account(), 'a', day(3))).toThrow('No key has this id.');
  });
});
