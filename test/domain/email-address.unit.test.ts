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

  it('refuses a long hostile text', () => {
    const hostile = `${'a.'.repeat(30)}@${'a-'.repeat(90)}!`;
    expect(() => EmailAddress.parse(hostile)).toThrow(BrokenRule);
  });
});
