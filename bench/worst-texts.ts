import { BODY_LIMIT } from '../src/adapters/inbound/http/http-error.ts';

const fill = (text: string, room = BODY_LIMIT - 500): string => text.repeat(Math.floor(room / text.length));
const adf = (prospect: string): string => `<adf><prospect>${prospect}</prospect></adf>`;
const contact = '<customer><contact><name>Ada Byron</name><email>ada@example.com</email>';
const withComments = (comments: string): string =>
  adf(`${contact}</contact><comments>${comments}</comments></customer>`);
const withContact = (inside: string): string => adf(`${contact}${inside}</contact></customer>`);

/** Texts of 640 KiB, by what each has very many of. */
export const worstTexts = (): Readonly<Record<string, string>> => ({
  'no document': fill('hello world. '),
  'documents that begin': fill('<adf '),
  'elements within elements': fill('<adf><prospect><a>'),
  'empty documents': fill('<adf></adf>'),
  'empty prospects': `<adf>${fill('<prospect/>')}</adf>`,
  'empty prospects, in 29 documents': `<adf>${'<prospect/>'.repeat(1_990)}</adf>`.repeat(29),
  'prospects that are read': `<adf>${`<prospect>${contact}</contact><comments>${fill('hello ', 20_000)}</comments></customer></prospect>`.repeat(30)}</adf>`,
  'elements of nobody’s': withContact(fill('<a>x</a>')),
  'elements, in 29 documents': adf(fill('<a>x</a>', 20_000)).repeat(29),
  comments: adf(`${contact}</contact></customer>${fill('<comments>x</comments>')}`),
  phones: withContact(fill('<phone>604-555-0123 x12</phone>')),
  emails: withContact(fill('<email>ada@example.com, bob@example.com</email>')),
  attributes: `<adf><prospect ${Array.from({ length: 60_000 }, (_, n) => `a${n}=1`).join(' ')}></prospect></adf>`,
  'a long attribute': `<adf><prospect x="${fill('y ')}"></prospect></adf>`,
  'a long comment': withComments(fill('hello world. ')),
  'lines of a comment': withComments(fill('a\n')),
  'HTML in a comment': withComments(`<![CDATA[${fill('<p>hello <b class="x">world</b></p>')}]]>`),
  'links in a comment': withComments(`<![CDATA[${fill('<a href="https://example.com/x">x</a>')}]]>`),
  entities: withComments(fill('&lt;')),
  'short entities': withComments(fill('&#1')),
  'bare signs': withComments(fill('&')),
  'signs that begin no tag': withComments(fill('<3')),
  'unclosed line ends': withComments(fill('<br>')),
  'sections of CDATA': withComments(fill('<![CDATA[x]]>')),
  'XML comments': adf(fill('<!--x-->')),
  'processing instructions': adf(fill('<?x?>')),
  'undeclared quoted-printable': fill('=3D"'),
  'a long name': adf(`<customer><contact><name>${fill('a b ')}</name></contact></customer>`),
  'a long phone': withContact(`<phone>${fill('5 ')}</phone>`),
  'a long email': adf(
    `<customer><contact><name>A</name><email>${fill('a@b, ')}</email></contact></customer>`,
  ),
  'emails in a text': fill('ada@example.com '),
  'phones in a text': fill('604 555 0123 '),
  'numbers that are too short': fill('1    2    3    4    5    6    7    8    9    x'),
  base64: fill(`${'QUJD'.repeat(19)}\n`),
});
