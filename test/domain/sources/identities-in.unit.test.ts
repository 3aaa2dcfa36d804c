import { describe, expect, it } from 'vitest';
import { identitiesIn } from '../../../src/domain/sources/identities-in.ts';

const ada = 'e:ada@example.com';
const phone = 'p:5550102030';

const base64 = (text: string | Buffer, encoding?: BufferEncoding): string =>
  `\r\n\r\n${(typeof text === 'string' ? Buffer.from(text, encoding) : text).toString('base64').replace(/.{40}(?=.)/g, '$&\r\n')}\r\n--`;
const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

describe('the email and phone in a text are found as a person reads them', () => {
  it.each([
    ['plain', 'Write to ada@example.com.'],
    ['in any case', 'Ada@EXAMPLE.com'],
    ['in angle brackets', 'Ada <ada@example.com>'],
    ['in an attribute', "<a href='mailto:ada@example.com'>"],
    ['behind a name of a field', 'email=ada@example.com&x=1'],
    ['as HTML', 'ada&#64;example.com'],
    ['as HTML, in hex', 'ada&#x40;example&#x2e;com'],
    ['as HTML, by name', 'ada&commat;example&period;com'],
    ['as HTML of HTML', 'ada&amp;#64;example.com'],
    ['between tags', '<p><b>ada</b>@<i>example.com</i></p>'],
    ['in a form', 'name=Ada&email=ada%40example.com&x=1'],
    ['in a form of a form', 'body=email%3Dada%2540example.com'],
    ['in JSON', '{"email":"ada\\u0040example.com"}'],
    ['quoted-printable', 'email=3Dada=40example.com'],
    ['quoted-printable, over two lines', 'ada@exam=\r\nple.com'],
    ['in base64, as parts of mails have it', base64('Name: Ada Example\r\nEmail: ada@example.com\r\n')],
    ['in base64 of UTF-16', base64('\ufeffName: Ada, ada@example.com', 'utf16le')],
    ['in base64 of UTF-16, the other way round', base64(swapped('\ufeffName: Ada, ada@example.com'))],
    [
      'in a file, as a data URL',
      `data:text/plain;base64,${btoa('Name: Ada, Email: ada@example.com, '.repeat(9))}`,
    ],
    ['with invisible characters', 'ada\u200b@exam\u00adple.com'],
    ['with full-width signs', 'ada＠example．com'],
  ])('an email %s', (_, text) => expect(identitiesIn([text])).toContain(ada));

  it.each(["o'brien@example.com", 'a+b=c@example.com', 'tom&jerry@example.com', 'jürgen@example.com'])(
    'an unusual one: %s',
    (email) => expect(identitiesIn([`<${email}>`])).toContain(`e:${email}`),
  );

  it('an accented one in a form', () =>
    expect(identitiesIn(['email=j%C3%BCrgen%40example.com'])).toContain('e:jürgen@example.com'));

  it.each([
    ...['5550102030', '15550102030', '+15550102030', '555-010-2030', '(555) 010-2030', '555.010.2030'],
    ...['+1 (555) 010-2030', '1-555-010-2030 x12', '555 01 02 030', '55 50 10 20 30', '555/010/2030'],
    ...['555\u00a0010\u00a02030', '555\u2011010\u20112030', '555\u2013010\u20132030', '555 - 010 - 2030'],
    ...['tel:+1-555-010-2030', 'phone=%28555%29+010-2030', '(555)&nbsp;010-2030', '555&#45;010&#45;2030'],
    ...[
      '＋１５５５０１０２０３０',
      '<b>555</b>-010-2030',
      'Zip 10001 555 010 2030',
      '"phone":"\\u0035550102030"',
    ],
  ])('a phone: %s', (text) => expect(identitiesIn([text])).toContain(phone));

  it.each(['2025-11-01 08:00', '01.11.2025 08', '12345678901234567890', '555-010-203', '555\n010-2030 ', ''])(
    'and no other: %j',
    (text) => expect(identitiesIn([text])).toEqual([]),
  );

  it('those of the first texts before all others', () => {
    const many = Array.from({ length: 2_000 }, (_, n) => `m${n}@example.com ${2_000_000_000 + n}`).join('\n');
    const found = identitiesIn(['ada@example.com 555 010 2030', many]);
    expect(found).toHaveLength(1_000);
    expect(found).toEqual(expect.arrayContaining([ada, phone]));
  });
});

it('looks through 640 KB of anything in little time', () => {
  const signs = [
    '1 ',
    '5',
    '@',
    'a@',
    'a@b.c ',
    "'@b.c ",
    '=',
    '=40',
    '%80',
    '&#64;',
    '&amp;',
    '<b>',
    '<a ',
    "'",
  ];
  for (const shape of [
    ...signs,
    'a=',
    '\\u0040',
    '=ada@exa.co',
    '5550102030 ',
    '\u200b',
    `x@${'a.'.repeat(90)} `,
  ]) {
    const text = shape.repeat(Math.ceil((640 * 1024) / shape.length));
    const started = process.cpuUsage();
    identitiesIn([text]);
    expect(process.cpuUsage(started).user / 1e6, shape).toBeLessThan(1);
  }
});
