import { describe, expect, it } from 'vitest';
import { EmailAddress } from '../../src/domain/email-address.ts';
import { BrokenRule } from '../../src/domain/invalid-lead.ts';

const domain = `${'d'.repeat(60)}.`.repeat(3);

describe('EmailAddress', () => {
  it.each([
    'ada@example.com',
    'a@b.co',
    'first.last+tag@sub.example.co.uk',
    "o'brien@example.com",
    'jörg@bücher.example',
    '用户@例子.公司',
    'a@1-2.example',
    `${'l'.repeat(64)}@example.com`,
    `${'l'.repeat(64)}@${domain}commm`,
    `ada@${'d'.repeat(63)}.com`,
    `${'𐐨'.repeat(64)}@example.com`, // letters of two UTF-16 units each
    `ada@${'𐐨'.repeat(63)}.com`,
  ])('accepts %s', (raw) => {
    expect(EmailAddress.parse(raw).value).toBe(raw);
  });

  it.each([
    '',
    ' ',
    'ada',
    '@example.com',
    'ada@',
    'ada@example',
    'ada@@example.com',
    'ada@exa mple.com',
    'a da@example.com',
    'ada@.com',
    'ada@example..com',
    'ada@example.com.',
    '.ada@example.com',
    'ada.@example.com',
    'a..b@example.com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@example.-com',
    'ada@example.com-',
    `ada@example.${'c'.repeat(64)}`,
    'ada@exam_ple.com',
    'ada@example.com,eve@example.com',
    '<ada@example.com>',
    'ada@example.com\nBcc: eve@example.com',
    '"ada b"@example.com',
    `${'l'.repeat(65)}@example.com`,
    `ada@${'d'.repeat(64)}.com`,
    `${'𐐨'.repeat(65)}@example.com`,
    `ada@${'𐐨'.repeat(64)}.com`,
  ])('refuses "%s"', (raw) => {
    expect(() => EmailAddress.parse(raw)).toThrow(new BrokenRule('invalid-email'));
  });

  it('accepts 254 characters; 255 are too long', () => {
    const longest = `${'l'.repeat(64)}@${domain}${'c'.repeat(6)}`;
    expect(longest).toHaveLength(254);
    expect(EmailAddress.parse(longest).value).toBe(longest);
    expect(() => EmailAddress.parse(`${longest}c`)).toThrow(new BrokenRule('too-long', 254));
  });

  it('trims white space around it, and ignores case in its identity', () => {
    const email = EmailAddress.parse('  Ada.Byron@Example.COM ');
    expect(email.value).toBe('Ada.Byron@Example.COM');
    expect(email.identity).toBe('ada.byron@example.com');
  });

  it.each([
    ['ada@bücher.example', 'ada@BÜCHER.example'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@bücher.example', 'ada@XN--BCHER-KVA.Example'],
    ['ada@bücher.example', 'ada@bu\u0308cher.example'],
    ['ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
    ['ada@straße.example', 'ada@STRAẞE.example'],
    ['jörg@example.com', 'JO\u0308RG@example.com'],
    ['\u212aim@example.com', 'kim@example.com'], // the sign for kelvin
  ])('has one identity for %s and %s, and keeps each as sent', (one, other) => {
    expect(EmailAddress.parse(one).identity).toBe(EmailAddress.parse(other).identity);
    for (const sent of [one, other]) expect(EmailAddress.parse(sent).value).toBe(sent);
  });

  it.each([
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['jörg@straße.example', 'jörg@xn--strae-oqa.example'],
    ['ada@１.２.３.４', 'ada@1.2.3.4'],
    ['ada@1.2.3', 'ada@1.2.3'], // no IPv4 address, which would be 1.2.0.3
    ['ada@0x7f.1', 'ada@0x7f.1'],
    ['ada@é.123', 'ada@xn--9ca.123'],
    ['ada@xn--a.example', 'ada@xn--a.example'], // decodes to nothing that IDNA allows
    ['ada@xn--a.É.example', 'ada@xn--a.é.example'],
    ['ada@\u0301a.example', 'ada@\u0301a.example'], // begins with a combining mark: IDNA allows no such label
  ])('of %s is %s', (raw, identity) => {
    expect(EmailAddress.parse(raw).identity).toBe(identity);
    expect(EmailAddress.restore(identity).identity).toBe(identity);
  });

  it('in a text it is the address as sent', () => {
    expect(`Write to ${EmailAddress.parse(' Ada@Example.com ')}`).toBe('Write to Ada@Example.com');
  });

  it('tells apart what only looks alike', () => {
    const latin = EmailAddress.parse('ada@paypal.example').identity;
    expect(EmailAddress.parse('ada@pаypal.example').identity).not.toBe(latin); // a Cyrillic а
    expect(EmailAddress.parse('ada@strasse.example').identity).not.toBe(
      EmailAddress.parse('ada@straße.example').identity,
    );
  });

  it('refuses a long hostile text', () => {
    const hostile = `${'a.'.repeat(30)}@${'a-'.repeat(90)}!`;
    expect(() => EmailAddress.parse(hostile)).toThrow(BrokenRule);
  });
});
