import { expect, it } from 'vitest';
import { aesSeal } from '../../../../../src/operators/adapters/outbound/sealing/aes-seal.ts';

it.each(['', 'a key', 'Höpper 😀'])('%j is read with its secret, and with no other', (text) => {
  const sealed = aesSeal.seal(text, 'secret');
  expect(aesSeal.open(sealed, 'secret')).toBe(text);
  expect(aesSeal.open(sealed, 'Secret')).toBeUndefined();
  expect(aesSeal.seal(text, 'secret')).not.toBe(sealed);
});

it('what was changed, cut or never sealed is not read', () => {
  const bytes = Buffer.from(aesSeal.seal('a key', 'secret'), 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(aesSeal.open(changed.toString('base64url'), 'secret')).toBeUndefined();
    expect(aesSeal.open(bytes.subarray(0, at).toString('base64url'), 'secret')).toBeUndefined();
  }
});
