import { BODY_LIMIT } from '../src/adapters/inbound/http/http-error.ts';

const KIB = 1024;
const fill = (text: string, bytes = BODY_LIMIT - KIB): string =>
  text.repeat(Math.floor(bytes / Buffer.byteLength(text)));
const adf =
  '<adf><prospect><customer><name>Ada B</name><email>ada@example.com</email></customer></prospect></adf>';
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n');
const noise = Buffer.from(Array.from({ length: 440 * KIB }, (_, n) => (n * 7_919 + (n >> 3)) % 256));

const mail = (body: string, type = 'text/plain', more = ''): string =>
  `From: a@example.com\r\nContent-Type: ${type}\r\n${more}\r\n${body}`;
const mixed = (parts: string) => mail(`${parts}--q--\r\n`, 'multipart/mixed; boundary=q');
const part = (body: string, type = 'text/xml') => `--q\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`;
const parts = (count: number, body: string) => mixed(part(body).repeat(count));
const within = (times: number, inner: string): string =>
  times === 0
    ? inner
    : within(
        times - 1,
        mail(base64(Buffer.from(inner)), 'message/rfc822', 'Content-Transfer-Encoding: base64\r\n'),
      );
const around = (times: number, inner: string): string =>
  times === 0
    ? inner
    : around(
        times - 1,
        `Content-Type: multipart/mixed; boundary=q${times}\r\n\r\n--q${times}\r\n${inner}\r\n--q${times}--\r\n`,
      );

/** Mails of 640 KiB, by what each has very many of, or what is dear to read in it. */
export const worstMails = (): Readonly<Record<string, string>> => ({
  words: mail(fill('some words, ')),
  'line ends': mail(fill('\n')),
  'lines that go on': `a: ${fill('b\r\n ')}`,
  'a photo and a lead': mixed(
    part(base64(noise), 'image/jpeg\r\nContent-Transfer-Encoding: base64') + part(adf),
  ),
  'a PDF and a lead': mixed(
    part(base64(noise), 'application/pdf\r\nContent-Transfer-Encoding: base64') + part(adf),
  ),
  'empty parts': mixed(fill('--q\n\n')),
  'boundaries that are none': mixed(fill('--q x\n')),
  'parts with a lead': parts(3_000, adf),
  'thirty parts of prospects': parts(30, `<adf>${fill('<prospect/>', 20 * KIB)}</adf>`),
  'thirty parts of elements': parts(30, `<adf><prospect>${fill('<a b="c"/>', 20 * KIB)}</prospect></adf>`),
  'mails within one another': within(6, fill('some words, ', 95 * KIB)),
  'groups within one another': `From: a@example.com\r\n${around(12, fill('x\n', 600 * KIB))}`,
  'padded base64': mail(fill('YQ=='), 'text/plain', 'Content-Transfer-Encoding: base64\r\n'),
  'quoted-printable': mail(fill('=C3=A9'), 'text/plain', 'Content-Transfer-Encoding: quoted-printable\r\n'),
  'soft line ends': mail(fill('=        '), 'text/plain', 'Content-Transfer-Encoding: quoted-printable\r\n'),
  'flowing text': mail(fill('x \n '), 'text/plain; format=flowed'),
  'quote marks': mail(fill('> > > <adf> \n')),
  'cut lines': mail(fill(`${'x'.repeat(998)}\r\n `)),
  'HTML of tags': mail(fill('<div>'), 'text/html'),
  'HTML of tags within one another': mail(fill('<div>', 24 * KIB) + fill('x', 200 * KIB), 'text/html'),
  'HTML of entities': mail(fill('&lt;adf&gt; ', 60 * KIB) + fill('y\n', 190 * KIB), 'text/html'),
  'HTML of beginnings': mail(fill('<'), 'text/html'),
  'HTML of words': mail(fill('some words, \n', 255 * KIB), 'text/html'),
});
