/** The lead of all these mails, as it is to be read. */
export const zoe = {
  firstName: 'Zoé',
  lastName: 'Núñez',
  email: 'zoe@example.com',
  notes: 'Déjà vu?\nFrom Burnaby I’ll come & see it.',
};

/** The lead as ADF, with a declaration of its charset, if it has one. */
export const adf = (charset = '', { name = zoe.firstName, email = zoe.email, notes = zoe.notes } = {}) =>
  `<?xml version="1.0"${charset && ` encoding="${charset}"`}?>\n<adf>\n<prospect>\n<customer><contact><name part="first">${name}</name>\n<name part="last">Núñez</name><email>${email}</email></contact>\n<comments>${notes.replaceAll('&', '&amp;')}</comments></customer>\n</prospect>\n</adf>\n`;

const western = (text: string): Buffer =>
  Buffer.from([...text].map((sign) => (sign === '’' ? '\u{92}' : sign)).join(''), 'latin1');
const wide = (text: string, isBig: boolean): Buffer => {
  const bytes = Buffer.from(`\u{feff}${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

type Headers = Readonly<Record<string, string>>;
const headersOf = (headers: Headers): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

/** A part of a mail, or a mail: a head and a body. */
export const entity = (headers: Headers, body: string | Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${headersOf(headers)}\r\n`), Buffer.from(body as string)]);

const HEAD = { From: 'Carhound <leads@carhound.example.com>', Subject: 'New lead', 'MIME-Version': '1.0' };

export const mail = (headers: Headers, body: string | Uint8Array): Buffer =>
  entity({ ...HEAD, ...headers }, body);

let boundaries = 0;
const multipart = (kind: string, parts: readonly Uint8Array[]) => {
  boundaries += 1;
  const boundary = `=_${boundaries}`;
  const body = Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return [{ 'Content-Type': `multipart/${kind}; boundary="${boundary}"` }, body] as const;
};
/** A mail of several parts. */
export const mailOf = (kind: string, ...parts: readonly Uint8Array[]): Buffer =>
  mail(...multipart(kind, parts));
const group = (kind: string, ...parts: readonly Uint8Array[]): Buffer => entity(...multipart(kind, parts));

export const base64 = (bytes: string | Uint8Array, length = 76): string =>
  Buffer.from(bytes as string)
    .toString('base64')
    .replace(new RegExp(`(.{${length}})`, 'g'), '$1\r\n');
const quotedPrintable = (bytes: string | Uint8Array, also = /[^\n\x20-\x3c\x3e-\x7e]/): string =>
  [...Buffer.from(bytes as string).toString('latin1')]
    .map((sign) =>
      also.test(sign) ? `=${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}` : sign,
    )
    .map((sign, at) => (at % 60 === 59 ? `${sign}=\r\n` : sign))
    .join('');

export const plain = (
  body: string | Uint8Array,
  more: Headers = {},
  type = 'text/plain; charset=utf-8',
): Buffer => entity({ 'Content-Type': type, 'Content-Transfer-Encoding': '8bit', ...more }, body);
export const html = (body: string): Buffer => plain(body, {}, 'text/html; charset=utf-8');
const words = plain('A lead for you.\r\n');
export const file = (
  bytes: string | Uint8Array,
  { type = 'application/xml', disposition = 'attachment; filename=lead.xml' } = {},
): Buffer =>
  entity(
    {
      'Content-Type': type,
      'Content-Transfer-Encoding': 'base64',
      ...(disposition && { 'Content-Disposition': disposition }),
    },
    base64(bytes),
  );
export const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const lines = (tag: string) =>
  adf()
    .trim()
    .split('\n')
    .map((line) => `<${tag}>${escaped(line)}</${tag}>`)
    .join('');

const forwarded = mail(
  { 'Content-Type': 'text/plain; charset=iso-8859-1', 'Content-Transfer-Encoding': 'base64' },
  base64(western(adf())),
);
const within = (inner: Buffer, times: number): Buffer =>
  times === 0
    ? inner
    : within(mailOf('mixed', words, entity({ 'Content-Type': 'message/rfc822' }, inner)), times - 1);
/** As Postfix 3.7 relays lines that are longer than SMTP permits. */
const relayed = (line: string, later: number): Buffer => {
  const bytes = Buffer.from(line).toString('latin1');
  const [first = '', ...others] = [
    bytes.slice(0, 998),
    ...(bytes.slice(998).match(new RegExp(`.{1,${later}}`, 'g')) ?? []),
  ];
  return Buffer.from([first, ...others].join('\r\n '), 'latin1');
};
/** The lead in one line, of which so many bytes end in the first letter of this word that is not ASCII. */
function cutIn(word: string, bytes: number, later = 997): Buffer {
  const line = adf().replace(/\n(?=<)/g, ' ');
  const before = Buffer.from(line.slice(0, line.indexOf(word))).length + 2;
  return relayed(line.replace(' <customer', `${' '.repeat(bytes - before + 1)}<customer`), later);
}

const spoiled = adf('', { name: 'Zo?', notes: 'D?j? vu' });

/** Each with the sender or the reader that writes so, after its version where one was run. */
export const mails: readonly (readonly [sender: string, what: string, bytes: Uint8Array])[] = [
  [
    'PHPMailer 6.6',
    'a file, its name as an encoded word of another charset',
    mailOf(
      'mixed',
      words,
      file(adf(), {
        type: 'text/xml; name="=?iso-8859-1?Q?Zo=C3=A9.xml?="',
        disposition: 'attachment; filename="=?iso-8859-1?Q?Zo=C3=A9.xml?="',
      }),
    ),
  ],
  [
    'PHPMailer 6.6',
    'UTF-8 that is declared as ISO-8859-1',
    mail({ 'Content-Type': 'text/plain; charset=iso-8859-1', 'Content-Transfer-Encoding': '8bit' }, adf()),
  ],
  [
    'PHPMailer 6.6',
    'quoted-printable with its line ends as =0A',
    mail(
      { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Transfer-Encoding': 'quoted-printable' },
      quotedPrintable(adf(), /[^\x20-\x3c\x3e-\x7e]/),
    ),
  ],
  [
    'Python 3.11 EmailMessage',
    'a file in 8bit, its name as RFC 2231 writes it',
    mailOf(
      'mixed',
      words,
      plain(
        adf(),
        { 'Content-Disposition': "attachment; filename*=utf-8''Zo%C3%A9.xml" },
        'text/xml; charset="utf-8"',
      ),
    ),
  ],
  [
    'Python 3.11 MIMEText',
    'base64',
    mail(
      { 'Content-Type': 'text/plain; charset="utf-8"', 'Content-Transfer-Encoding': 'base64' },
      base64(adf()),
    ),
  ],
  [
    'nodemailer 10.6',
    'a file of no type, its name in pieces',
    mailOf(
      'mixed',
      words,
      file(adf(), {
        type: 'application/octet-stream; name="=?UTF-8?Q?Zo=C3=A9=2Eadf?="',
        disposition: "attachment; filename*0*=utf-8''Zo%C3%A9; filename*1*=%2Eadf",
      }),
    ),
  ],
  [
    'Angus Mail 2.0',
    'ISO-8859-1 that is declared as UTF-8',
    mail(
      { 'Content-Type': 'text/xml; charset=UTF-8', 'Content-Transfer-Encoding': 'quoted-printable' },
      quotedPrintable(western(adf())),
    ),
  ],
  [
    'Angus Mail 2.0',
    'a file in ISO-8859-1, declared as UTF-8',
    mailOf(
      'mixed',
      words,
      file(western(adf('ISO-8859-1')), { type: 'text/xml; charset=UTF-8; name=lead.xml' }),
    ),
  ],
  [
    'MIME::Lite 3.033',
    'a file inline, in 8bit',
    mailOf(
      'mixed',
      words,
      plain(
        adf(),
        { 'Content-Disposition': 'inline; filename="lead.xml"' },
        'application/xml; name="lead.xml"',
      ),
    ),
  ],
  [
    'Email::Stuffer 0.020',
    'a file of no type, inline',
    mailOf(
      'mixed',
      words,
      file(adf(), { type: 'application/octet-stream', disposition: 'inline; filename=lead.adf' }),
    ),
  ],
  [
    'go-mail 0.6',
    'a file that is taken for a disk',
    mailOf('mixed', words, file(adf(), { type: 'application/x-amiga-disk-format; name="lead.adf"' })),
  ],
  [
    'lettre 0.11',
    'quoted-printable, its name as RFC 2231 writes it',
    mailOf(
      'mixed',
      words,
      entity(
        {
          'Content-Type': 'application/xml',
          'Content-Transfer-Encoding': 'quoted-printable',
          'Content-Disposition': "attachment; filename*0*=utf-8''lead.xml",
        },
        quotedPrintable(adf()),
      ),
    ),
  ],
  [
    's-nail 14.9',
    'the body, with =46rom',
    mail(
      { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Transfer-Encoding': 'quoted-printable' },
      quotedPrintable(adf()).replace('\nFrom', '\n=46rom'),
    ),
  ],
  [
    'mutt 2.2',
    'text that flows',
    mail(
      { 'Content-Type': 'text/plain; charset=utf-8; format=flowed' },
      adf().replace('\nFrom Burnaby I’ll', '\n From Burnaby \nI’ll'),
    ),
  ],
  [
    'a reader of text',
    'text that flows, with blanks to delete',
    mail(
      { 'Content-Type': 'text/plain; charset=utf-8; format=flowed; delsp=yes' },
      adf().replace('\nFrom Burnaby I', '\n From Bur \nnaby I'),
    ),
  ],
  [
    'mpack 1.6',
    'a file of no type, without a name',
    mailOf('mixed', words, file(adf(), { type: 'application/octet-stream', disposition: 'inline' })),
  ],
  ['swaks 20201014', 'windows-1252 without any MIME', entity({ From: 'a@example.com' }, western(adf()))],
  [
    'Ruby mail 2.7',
    'a file as plain text, its line ends CR LF',
    mailOf(
      'mixed',
      words,
      file(adf().replaceAll('\n', '\r\n'), { type: 'text/plain; charset=UTF-8; filename=lead.adf' }),
    ),
  ],
  [
    'a sender',
    'a file in ISO-8859-1, declared in MIME',
    mailOf('mixed', words, file(western(adf()), { type: 'text/xml; charset=iso-8859-1' })),
  ],
  [
    'a sender',
    'a file in ISO-8859-1, declared in its XML',
    mailOf('mixed', words, file(western(adf('ISO-8859-1')))),
  ],
  [
    'a sender',
    'a file in ISO-8859-1, declared in both',
    mailOf('mixed', words, file(western(adf('ISO-8859-1')), { type: 'text/xml; charset=iso-8859-1' })),
  ],
  ['a sender', 'a file in ISO-8859-1, declared nowhere', mailOf('mixed', words, file(western(adf())))],
  [
    'a sender',
    'plain text in ISO-8859-1 with a disposition',
    mailOf(
      'mixed',
      words,
      plain(
        western(adf()),
        { 'Content-Disposition': 'attachment; filename=lead.xml' },
        'text/plain; charset=iso-8859-1',
      ),
    ),
  ],
  [
    'a sender',
    'windows-1252 that is declared as UTF-8',
    mail(
      { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Transfer-Encoding': '8bit' },
      western(adf()),
    ),
  ],
  [
    'a sender',
    'UTF-8 that is declared as US-ASCII',
    mail({ 'Content-Type': 'text/plain; charset=us-ascii' }, adf()),
  ],
  [
    'a sender',
    'a file in UTF-16, least byte first',
    mailOf('mixed', words, file(wide(adf('UTF-16'), false))),
  ],
  [
    'a sender',
    'a file in UTF-16, greatest byte first',
    mailOf('mixed', words, file(wide(adf('UTF-16'), true))),
  ],
  [
    'a sender',
    'base64 in one line',
    mail(
      { 'Content-Type': 'application/x-adf+xml', 'Content-Transfer-Encoding': 'base64' },
      base64(adf(), 9_999),
    ),
  ],
  [
    'a sender',
    'base64 with each line padded',
    mail(
      { 'Content-Transfer-Encoding': 'BASE64' },
      Buffer.from(adf())
        .toString('latin1')
        .match(/[\s\S]{1,40}/g)
        ?.map((piece) => base64(Buffer.from(piece, 'latin1')))
        .join('\r\n') ?? '',
    ),
  ],
  [
    'a sender',
    'base64 with blanks in it',
    mail({ 'Content-Transfer-Encoding': 'base64 ' }, base64(adf()).replaceAll('\r\n', ' \r\n  ')),
  ],
  ['a sender', 'a spoiled body beside the file', mailOf('mixed', plain(spoiled), file(adf()))],
  [
    'a sender',
    'a body in UTF-8 beside a file in ISO-8859-1',
    mailOf('mixed', plain(adf()), file(western(adf('ISO-8859-1')))),
  ],
  ['a sender', 'a broken file beside the body', mailOf('mixed', plain(adf()), file(adf().slice(0, 200)))],
  [
    'a sender',
    'text beside HTML with other words',
    mailOf('alternative', plain(adf()), html(`<pre>${escaped(spoiled)}</pre>`)),
  ],
  [
    'a sender',
    'broken text beside HTML',
    mailOf(
      'alternative',
      plain(adf().replace('</email>', '<mailto:zoe@example.com></email>')),
      html(`<pre>${escaped(adf())}</pre>`),
    ),
  ],
  [
    'Gmail',
    'HTML with a div a line',
    mailOf('alternative', plain('See the HTML.'), html(`<div dir="ltr">${lines('div')}</div>`)),
  ],
  [
    'Outlook',
    'HTML with a paragraph a line, and a head',
    mail(
      { 'Content-Type': 'text/html; charset=utf-8' },
      `<html><head><style>p{margin:0}</style><title>Lead</title></head><body>${lines('p').replaceAll('</p>', '</p>\r\n').replace('name part', 'name&nbsp;part')}</body></html>`,
    ),
  ],
  [
    'a sender',
    'HTML with a br and a line end',
    mail(
      { 'Content-Type': 'text/html; charset=utf-8' },
      `<div>${escaped(adf()).replaceAll('\n', '<br>\r\n')}</div>`,
    ),
  ],
  ['a sender', 'HTML with list items', html(`<ul>${lines('li')}</ul>`)],
  [
    'a sender',
    'HTML with a row a line, in tables within one another',
    html(
      `<table><tr><td><table>${adf()
        .trim()
        .split('\n')
        .map((line) => `<tr>\n<td><div>${escaped(line)}</div></td>\n</tr>`)
        .join('\n')}</table></td></tr></table>`,
    ),
  ],
  [
    'a sender',
    'HTML with named and numbered entities, and links',
    html(
      `<pre>${escaped(adf()).replaceAll('é', '&eacute;').replace('’', '&#8217;').replaceAll('&lt;c', '&#60;c').replace('zoe@example.com', '<a href="mailto:zoe@example.com">zoe@example.com</a>')}</pre>`,
    ),
  ],
  [
    'a reader that forwards',
    'as a file that is encoded within',
    mailOf(
      'mixed',
      words,
      entity(
        { 'Content-Type': 'message/rfc822', 'Content-Disposition': 'attachment; filename="lead.eml"' },
        forwarded,
      ),
    ),
  ],
  [
    'a reader that forwards',
    'as a file that is encoded itself',
    mailOf(
      'mixed',
      words,
      file(forwarded, {
        type: 'application/octet-stream',
        disposition: 'attachment; filename="New lead.eml"',
      }),
    ),
  ],
  [
    'a reader that forwards',
    'as a file without a name',
    mailOf('mixed', words, file(forwarded, { type: 'application/octet-stream', disposition: 'attachment' })),
  ],
  ['a reader that forwards', 'as a digest', mailOf('digest', entity({}, forwarded))],
  ['a reader that forwards', 'five deep', within(forwarded, 5)],
  [
    'a reader that forwards',
    'as HTML, its tags alive',
    html(`<div>---------- Forwarded message ---------<br>From: a@example.com<br><br>${adf()}</div>`),
  ],
  [
    'a reader that answers',
    'quoted, beside HTML',
    mailOf(
      'alternative',
      plain(`On Monday, Carhound wrote:\r\n${adf().replace(/^/gm, '> ')}`),
      html(`<blockquote><pre>${escaped(adf())}</pre></blockquote>`),
    ),
  ],
  ['a reader that answers', 'quoted twice', plain(`Hello,\r\n${adf().replace(/^/gm, '>> ')}`, HEAD)],
  ['an mbox', 'a line that began with From', plain(adf().replace('\nFrom', '\n>From'), HEAD)],
  [
    'Postfix 3.7',
    'a line that it cut in a name',
    mail({ 'Content-Type': 'text/plain; charset=utf-8' }, cutIn('Núñez', 998)),
  ],
  ['Postfix 3.7', 'a line that it cut twice, in a letter', mail({}, cutIn('Déjà', 998 + 997))],
  ['a relay', 'a line that it cut twice, its blanks not counted', mail({}, cutIn('Déjà', 998 + 998, 998))],
  ['a sender', 'blanks and a line end in a name', mail({}, adf().replace('Núñez', '\r\n      Núñez  '))],
  [
    'a sender',
    'behind a photo',
    mailOf(
      'mixed',
      entity(
        { 'Content-Type': 'image/jpeg', 'Content-Transfer-Encoding': 'base64' },
        base64(Buffer.alloc(300_000, 'photo')),
      ),
      file(adf()),
    ),
  ],
  [
    'a sender',
    'behind a PDF',
    mailOf(
      'mixed',
      words,
      file(
        Buffer.concat([
          Buffer.from('%PDF-1.7\n'),
          Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * 7) % 256)),
        ]),
        { type: 'application/pdf' },
      ),
      file(adf()),
    ),
  ],
  [
    'Outlook',
    'in its winmail.dat, in clear',
    mailOf(
      'mixed',
      words,
      file(
        Buffer.concat([
          Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0, 0, 0]),
          Buffer.alloc(200),
          Buffer.from(adf()),
          Buffer.alloc(200),
        ]),
        { type: 'application/ms-tnef', disposition: 'attachment; filename=winmail.dat' },
      ),
    ),
  ],
  [
    'a list',
    'text and HTML in a group, and a footer',
    mailOf(
      'mixed',
      group('alternative', plain(adf()), html(`<pre>${escaped(adf())}</pre>`)),
      plain('-- \r\nTo leave the list, write to us.'),
    ),
  ],
  [
    'a sender',
    'text that is escaped as HTML',
    mail({ 'Content-Type': 'text/plain; charset=utf-8' }, escaped(adf())),
  ],
  [
    'a sender',
    'a page as a file of no type',
    mailOf(
      'mixed',
      words,
      file(`<div>${escaped(adf()).replaceAll('\n', '<br>')}</div>`, {
        type: 'application/octet-stream',
        disposition: 'attachment; filename=lead.html',
      }),
    ),
  ],
  [
    'a sender',
    'an encoding with a comment, and a head in capitals',
    entity(
      {
        'CONTENT-TYPE': 'TEXT/XML;\r\n\tCHARSET="UTF-8" (Unicode)',
        'CONTENT-TRANSFER-ENCODING': 'Base64 (of RFC 2045)',
      },
      base64(adf()),
    ),
  ],
  ['a sender', 'blank lines before the head', Buffer.concat([Buffer.from('\r\n\r\n'), forwarded])],
  [
    'a sender',
    'a document that is said to be a mail',
    mailOf('mixed', words, file(adf(), { type: 'message/rfc822' })),
  ],
  [
    'a mailbox',
    'as its file has it',
    Buffer.concat([Buffer.from('From leads@carhound.example.com Mon Nov 16 10:15:00 2026\n'), forwarded]),
  ],
];
