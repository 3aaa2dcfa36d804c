import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../../src/adapters/outbound/runtime/runtime.ts';
import {
  MalformedStaticKeys,
  StaticKeys,
} from '../../../../src/adapters/outbound/static-keys/static-keys.ts';

const mistakesOf = (text: string): readonly string[] => {
  try {
    StaticKeys.parse(text);
  } catch (error) {
    if (error instanceof MalformedStaticKeys) return error.mistakes;
    throw error;
  }
  return [];
};

describe('static keys', () => {
  it('are found by their digest, with a vendor id that no issued key has', async () => {
    const keys = StaticKeys.parse('acme:secret-1,blue motors:secret-2');
    expect(await keys.find(sha256('secret-2'))).toEqual({
      vendor: { id: 'static:blue motors', name: 'blue motors' },
    });
    expect(await keys.find(sha256('secret-3'))).toBeUndefined();
    expect(await keys.find('no digest at all')).toBeUndefined();
  });

  it('may be any text, colons included, and several may belong to one vendor', async () => {
    const keys = StaticKeys.parse('acme:a:b::c, acme : ключ ,');
    for (const key of ['a:b::c', 'ключ']) expect((await keys.find(sha256(key)))?.vendor.name).toBe('acme');
  });

  it('are none if the text is blank', async () => {
    for (const text of ['', '  ']) expect(await StaticKeys.parse(text).find(sha256(''))).toBeUndefined();
  });

  it('report every mistake at once, by the position of the entry and without its text', () => {
    const text = 'acme:sesame,sesame2,:sesame3,blue:,other:sesame,\u3164:sesame4';
    expect(mistakesOf(text)).toEqual([
      'entry 2 has no colon (write vendor:key)',
      'entry 3 has no vendor before its colon',
      'entry 4 has no key after its colon',
      'entry 5 repeats the key of an earlier entry',
      'entry 6 has no vendor before its colon',
    ]);
    expect(mistakesOf(text).join()).not.toContain('sesame');
  });

  it.each([
    ['acme:sesame\nblue:sesame2', 'line breaks'],
    ['acme:sesame,\r\nblue:sesame2', 'line breaks'],
    ['acme:sesame\\nblue:sesame2', 'line breaks'],
    ['"acme:sesame,blue:sesame2"', 'quotes'],
    ["'acme:sesame'", 'quotes'],
    ['"acme:sesame","blue:sesame2"', 'quotes'],
    ['acme:"sesame"', 'quotes'],
    ['acme:sesame“', 'quotes'],
    ['{"acme":"sesame"}', 'JSON'],
    ['{\n  "acme": "sesame"\n}', 'JSON'],
    ['["acme:sesame", "blue:sesame2"]', 'JSON'],
    ['\'{"acme":"sesame"}\'', 'JSON'],
    ['acme:sesame blue:sesame2', 'white space'],
    ['acme:sesa\tme', 'white space'],
    ['acme:sesa\u0000me', 'no header'],
    ['acme:sesame\u007f', 'no header'],
    ['acme:sesa\u200bme', 'no header'],
    ['acme:sesa\ud800me', 'no header'],
    ['acme:sesa\ufffdme', 'no header'],
    [`acme:${'sesame'.repeat(2_000)}`, 'longer'],
  ])('report what is written otherwise or never arrives, without its text: %j', (text, why) => {
    expect(mistakesOf(text)).toEqual([expect.stringContaining(why)]);
    expect(mistakesOf(text).join()).not.toContain('sesame');
  });

  it('report a mistake if there are only commas', () => {
    expect(mistakesOf(' , ')).toEqual(['it contains no entry (write vendor:key, or leave it empty)']);
  });

  it('do not contain a key in clear', () => {
    expect(inspect(StaticKeys.parse('acme:sesame'), { depth: 9, showHidden: true })).not.toContain('sesame');
  });
});
