import { writeFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { SECRET, sourceService } from '../test/support/sources.ts';

/**
 * `npm run bench -- sources`: what the worst inputs cost that a sender may post to a source: processor time, and how long
 * nobody else is served. In memory, in this process. Rewrites its figures, and fails beyond the limits.
 */

const KIB = 1024;
const [MOST_CPU, MOST_HELD] = [30, 50];
const RUNS = 5;

const fill = (text: string, bytes = 639 * KIB): string => text.repeat(Math.floor(bytes / Buffer.byteLength(text)));
const adf = '<adf><prospect><customer><name>Ada B</name><email>ada@example.com</email></customer></prospect></adf>';
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n');
const noise = Buffer.from(Array.from({ length: 440 * KIB }, (_, n) => (n * 7_919 + (n >> 3)) % 256));

const mail = (body: string, type = 'text/plain', more = ''): string =>
  `From: a@example.com\r\nContent-Type: ${type}\r\n${more}\r\n${body}`;
const mixed = (parts: string) => mail(`${parts}--q--\r\n`, 'multipart/mixed; boundary=q');
const part = (body: string, type = 'text/xml') => `--q\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`;
const parts = (count: number, body: string) => mixed(part(body).repeat(count));
const within = (times: number, inner: string): string =>
  times === 0 ? inner : within(times - 1, mail(base64(Buffer.from(inner)), 'message/rfc822', 'Content-Transfer-Encoding: base64\r\n'));
const around = (times: number, inner: string): string =>
  times === 0 ? inner : around(times - 1, `Content-Type: multipart/mixed; boundary=q${times}\r\n\r\n--q${times}\r\n${inner}\r\n--q${times}--\r\n`);

const inputs: Readonly<Record<'adf' | 'mail' | 'form' | 'json', Readonly<Record<string, string | Uint8Array>>>> = {
  adf: {
    'words': fill('some words, '),
    'empty prospects': `<adf>${fill('<prospect/>')}</adf>`,
    'documents': fill('<adf><prospect/></adf>'),
    'elements': `<adf><prospect>${fill('<a b="c"/>')}</prospect></adf>`,
    'elements within one another': `<adf><prospect>${fill('<a>')}`,
    'ampersands': `<adf><prospect><comments>${fill('&')}</comments></prospect></adf>`,
    'sections': fill('<![CDATA['),
    'beginnings': fill('<adf '),
    'emails': fill('a@b.example '),
    'digits': fill('604 555 0123 '),
    'entities': fill('&#64;'),
    'noise': noise,
    'STAR': `<ProcessSalesLead>${fill('<SalesLead/>')}</ProcessSalesLead>`,
  },
  mail: {
    'words': mail(fill('some words, ')),
    'line ends': mail(fill('\n')),
    'lines that go on': `a: ${fill('b\r\n ')}`,
    'a photo and a lead': mixed(part(base64(noise), 'image/jpeg\r\nContent-Transfer-Encoding: base64') + part(adf)),
    'a PDF and a lead': mixed(part(base64(noise), 'application/pdf\r\nContent-Transfer-Encoding: base64') + part(adf)),
    'empty parts': mixed(fill('--q\n\n')),
    'boundaries that are none': mixed(fill('--q x\n')),
    'parts with a lead': parts(3_000, adf),
    'thirty parts of prospects': parts(30, `<adf>${fill('<prospect/>', 20 * KIB)}</adf>`),
    'thirty parts of elements': parts(30, `<adf><prospect>${fill('<a b="c"/>', 20 * KIB)}</prospect></adf>`),
    'mails within one another': within(6, fill('some words, ', 120 * KIB)),
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
  },
  form: {
    'names': fill('a&', 127 * KIB),
    'one value': `message=${fill('a@b.example ', 127 * KIB)}`,
    'escaped': `message=${fill('%40', 127 * KIB)}`,
  },
  json: {
    'lists': fill('['),
    'values': `{"a":[${fill('1,')}1]}`,
    'answers': `{${Array.from({ length: 499 }, (_, n) => `"name${n}":"${'x'.repeat(1_200)}"`).join(',')}}`,
    'one value': `{"message":"${fill('a@b.example ')}"}`,
  },
};
const typeOf = { adf: 'text/xml', mail: 'message/rfc822', form: 'application/x-www-form-urlencoded', json: 'application/json' };

/** The milliseconds of processor time of a post, and those for which nothing else ran, both the least of some. */
async function cost(kind: keyof typeof inputs, body: string | Uint8Array) {
  const runs: { cpu: number; held: number }[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { post } = await sourceService();
    const headers = { 'content-type': typeOf[kind], 'x-api-key': SECRET };
    const before = process.cpuUsage();
    let [isDone, held, last] = [false, 0, performance.now()];
    const posted = post(`src_${kind === 'mail' ? 'adf' : kind}`, { headers, body }).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await turn();
      held = Math.max(held, performance.now() - last);
      last = performance.now();
    }
    await posted;
    const { user, system } = process.cpuUsage(before);
    runs.push({ cpu: (user + system) / 1_000, held });
  }
  const least = (of: (run: { cpu: number; held: number }) => number) => Math.min(...runs.map(of));
  return { cpu: least(({ cpu }) => cpu), held: least(({ held }) => held) };
}

const lines: string[] = [];
for (const [kind, bodies] of Object.entries(inputs))
  for (const [what, body] of Object.entries(bodies)) {
    const { cpu, held } = await cost(kind as keyof typeof inputs, body);
    const isOver = cpu > MOST_CPU || held > MOST_HELD;
    if (isOver) process.exitCode = 1;
    const line = `| ${kind} | ${what} | ${cpu.toFixed(1)} | ${held.toFixed(1)} |${isOver ? ' over' : ''}`;
    lines.push(line);
    console.log(line);
  }
writeFileSync(new URL('results/sources.md', import.meta.url), `x\n${lines.join('\n')}\n`);
