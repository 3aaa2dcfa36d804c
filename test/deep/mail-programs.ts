import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { readSent } from '../../src/adapters/inbound/sources/kinds.ts';
import type { SourceLead } from '../../src/domain/sources/source-lead.ts';
import { cache, run } from '../support/cache.ts';
import { someSource } from '../support/sources.ts';

/**
 * `node test/deep/mail-programs.ts [keep]`: mails of one lead, made by programs and libraries as they come, in the shapes
 * that each can write, and read by the service. What a program spoils itself is named with why. `keep`: writes those anew
 * that the tests read.
 *
 * Debian 12: libphp-phpmailer, php-cli, php-mbstring, libmime-lite-perl, libemail-stuffer-perl, ruby-mail, s-nail, mutt,
 * mpack, swaks, mailutils; Go, Maven and Cargo fetch the others.
 */
const programs = resolve('test/deep/mail-programs');
const sent = resolve('test/adapters/inbound/sources/mail/sent');
await using temporary = await mkdtempDisposable(join(tmpdir(), 'mail-programs-'));
const lead = join(temporary.path, 'lead');
const file = (name: string) => join(lead, name);
const made = (program: string) => join(temporary.path, 'made', program);

const adf = readFileSync(join(sent, 'lead.xml'), 'utf8');
const western = adf.replace('UTF-8', 'ISO-8859-1');
const line = `${adf
  .trim()
  .replace(/\n(?=<)/g, '')
  .replaceAll('\n', '&#10;')}\n`;
const inAscii = line.replace(/[^\0-\x7f]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const escaped = adf.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const divs = escaped
  .trim()
  .split('\n')
  .map((each) => `<div>${each}</div>`);
const forwarded = `From: Carhound <leads@carhound.example.com>
To: sales@bluemotors.example
Subject: New lead
MIME-Version: 1.0
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: base64

${Buffer.from(western, 'latin1').toString('base64').replace(/.{76}/g, '$&\n')}
`;
mkdirSync(lead);
for (const [name, text, encoding] of [
  ['lead.xml', adf, 'utf8'],
  ['latin-1.xml', western, 'latin1'],
  ['lead.html', `<html><body><p>A lead for you:</p>\n${divs.join('\n')}\n</body></html>\n`, 'utf8'],
  ['long.xml', line, 'utf8'],
  ['ascii.xml', inAscii, 'utf8'],
  ['mail.eml', forwarded, 'utf8'],
  ['words.txt', 'A lead for you.\n', 'utf8'],
] as const)
  writeFileSync(file(name), text, encoding);

/** What a program prints; throws if it fails. */
function printed(command: string, args: readonly string[], input?: string): string {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const { status, stdout, stderr } = spawnSync(command, args, { input, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
  return `${stdout}${stderr}`;
}
const debian = (name: string) =>
  printed('dpkg-query', ['-W', '-f', `\${Version}`, name]).replace(/^\d+:|[+-].*$/g, '');

/** A folder that lasts, with these files of ours: what is built there is built once. */
function built(name: string, ...files: readonly (readonly [from: string, to: string])[]): string {
  const home = join(cache, `mail-programs-${name}`);
  for (const [from, to] of files) cpSync(join(programs, from), join(home, to));
  return home;
}

/** Hands a text to a program that sends by `sendmail`, and keeps what comes. */
const sendmail = join(temporary.path, 'sendmail');
writeFileSync(sendmail, `#!/bin/sh\nexec cat > ${temporary.path}/sent\n`);
chmodSync(sendmail, 0o755);
type Shapes = Readonly<Record<string, readonly [body: string, ...args: string[]]>>;
function bySendmail(
  program: string,
  command: string,
  before: readonly string[],
  shapes: Shapes,
  after = ['a@adf.example.com'],
) {
  for (const [shape, [body, ...args]] of Object.entries(shapes)) {
    const encoding = body === 'latin-1.xml' ? 'latin1' : 'utf8';
    printed(command, [...before, ...args, ...after], readFileSync(file(body), encoding));
    cpSync(join(temporary.path, 'sent'), join(made(program), `${shape}.eml`));
  }
}

const nodemailer: Readonly<Record<string, SendMailOptions>> = {
  plain: { text: adf },
  file: { text: 'A lead for you.', attachments: [{ path: file('lead.xml') }] },
  'file-latin-1': {
    text: 'A lead for you.',
    attachments: [{ path: file('latin-1.xml'), filename: 'Zoé.adf' }],
  },
  html: { html: readFileSync(file('lead.html')) },
  alternative: { text: adf, html: readFileSync(file('lead.html')) },
  'body-and-file': { text: adf, attachments: [{ path: file('lead.xml') }] },
  long: { text: line },
  'long-file': { text: 'A lead for you.', attachments: [{ path: file('long.xml'), encoding: undefined }] },
  forwarded: {
    text: 'A lead for you.',
    attachments: [{ path: file('mail.eml'), contentType: 'message/rfc822' }],
  },
};

interface Program {
  /** Its version. */
  readonly version: () => string;
  /** Makes the mails in its folder. */
  readonly make: (out: string) => unknown;
}

const makers: Readonly<Record<string, Program>> = {
  PHPMailer: {
    version: () => debian('libphp-phpmailer'),
    make: (out) => printed('php', [join(programs, 'phpmailer.php'), lead, out]),
  },
  'MIME::Lite': {
    version: () => debian('libmime-lite-perl'),
    make: (out) => printed('perl', [join(programs, 'mime-lite.pl'), lead, out]),
  },
  'Email::Stuffer': {
    version: () => debian('libemail-stuffer-perl'),
    make: (out) => printed('perl', [join(programs, 'email-stuffer.pl'), lead, out]),
  },
  'Ruby mail': {
    version: () => debian('ruby-mail'),
    make: (out) => printed('ruby', [join(programs, 'mail.rb'), lead, out]),
  },
  Python: {
    version: () => printed('python3', ['--version']).replace(/[^\d.]/g, ''),
    make: (out) => printed('python3', [join(programs, 'mails.py'), lead, out]),
  },
  nodemailer: {
    version: () => JSON.parse(readFileSync('node_modules/nodemailer/package.json', 'utf8')).version,
    async make(out) {
      const transport = createTransport({ streamTransport: true, buffer: true });
      for (const [shape, options] of Object.entries(nodemailer)) {
        const head = {
          from: 'Carhound <leads@carhound.example.com>',
          to: 'src_x@adf.example.com',
          subject: 'New lead: Zoé',
        };
        const { message } = await transport.sendMail({ ...head, ...options });
        writeFileSync(join(out, `${shape}.eml`), message as Buffer);
      }
    },
  },
  's-nail': {
    version: () => debian('s-nail'),
    make: () =>
      bySendmail(
        's-nail',
        's-nail',
        [
          '-:/',
          `-Smta=${sendmail}`,
          '-Sttycharset=utf-8',
          '-s',
          'New lead',
          '-r',
          'leads@carhound.example.com',
        ],
        {
          plain: ['lead.xml'],
          'latin-1': ['lead.xml', '-Ssendcharsets=iso-8859-1'],
          file: ['words.txt', '-a', file('lead.xml')],
          'file-latin-1': ['words.txt', '-a', `${file('latin-1.xml')}=iso-8859-1`],
          'body-and-file': ['lead.xml', '-a', file('lead.xml')],
          long: ['long.xml'],
          'long-file': ['words.txt', '-a', file('long.xml')],
          forwarded: ['words.txt', '-a', file('mail.eml')],
        },
      ),
  },
  mutt: {
    version: () => debian('mutt'),
    make: () => {
      const set = [
        'copy=no',
        `sendmail=${sendmail}`,
        'charset=utf-8',
        'from=leads@carhound.example.com',
        'hostname=carhound.example.com',
      ];
      const attach = (name: string) => ['-a', file(name)];
      bySendmail(
        'mutt',
        'mutt',
        ['-n', '-F', '/dev/null', ...set.flatMap((each) => ['-e', `set ${each}`]), '-s', 'New lead'],
        {
          plain: ['lead.xml', '-e', 'set send_charset=utf-8'],
          'latin-1': ['lead.xml'],
          flowed: ['lead.xml', '-e', 'set text_flowed'],
          file: ['words.txt', ...attach('lead.xml')],
          'file-latin-1': ['words.txt', ...attach('latin-1.xml')],
          html: ['lead.html', '-e', 'set content_type=text/html'],
          'body-and-file': ['lead.xml', ...attach('lead.xml')],
          long: ['long.xml'],
          'long-file': ['words.txt', ...attach('long.xml')],
          forwarded: ['words.txt', ...attach('mail.eml')],
        },
        ['--', 'src_x@adf.example.com'],
      );
    },
  },
  mailutils: {
    version: () => debian('mailutils'),
    make: () =>
      bySendmail(
        'mailutils',
        'mail.mailutils',
        ['--no-config', '-E', `set sendmail="${sendmail}"`, '-s', 'New lead', '-M'],
        {
          plain: ['lead.xml', '-E', 'set charset=utf-8'],
          undeclared: ['lead.xml'],
          file: ['words.txt', '--content-type=application/xml', '-A', file('lead.xml')],
          'file-latin-1': ['words.txt', '-A', file('latin-1.xml')],
          'body-and-file': ['lead.xml', '-A', file('lead.xml')],
          long: ['long.xml'],
          'long-file': ['words.txt', '--encoding=8bit', '--content-type=text/xml', '-A', file('long.xml')],
          forwarded: [
            'words.txt',
            '--encoding=8bit',
            '--content-type=message/rfc822',
            '-A',
            file('mail.eml'),
          ],
        },
      ),
  },
  mpack: {
    version: () => debian('mpack'),
    make(out) {
      for (const [shape, name] of [
        ['file', 'lead.xml'],
        ['file-latin-1', 'latin-1.xml'],
        ['long-file', 'long.xml'],
        ['forwarded', 'mail.eml'],
      ] as const)
        printed('mpack', [
          '-s',
          'New lead',
          '-d',
          file('words.txt'),
          '-o',
          join(out, `${shape}.eml`),
          file(name),
        ]);
    },
  },
  swaks: {
    version: () => debian('swaks'),
    make(out) {
      const attached = (name: string, type = 'text/xml') => [
        '--attach-type',
        type,
        '--attach-name',
        name,
        '--attach',
        `@${file(name)}`,
      ];
      const shapes = {
        plain: ['--body', `@${file('lead.xml')}`],
        'latin-1': ['--body', `@${file('latin-1.xml')}`],
        file: attached('lead.xml'),
        'file-latin-1': attached('latin-1.xml'),
        'body-and-file': ['--body', `@${file('lead.xml')}`, ...attached('lead.xml')],
        long: ['--body', `@${file('long.xml')}`],
        'long-file': attached('long.xml', 'application/octet-stream'),
        forwarded: attached('mail.eml', 'message/rfc822'),
      };
      for (const [shape, args] of Object.entries(shapes)) {
        const { stdout } = spawnSync('swaks', [
          '--to',
          'src_x@adf.example.com',
          '--from',
          'leads@carhound.example.com',
          '--server',
          '127.0.0.1',
          '--dump',
          'DATA',
          ...args,
        ]);
        const data = stdout
          .toString('latin1')
          .replace(/^.*<<\.\n|\n\.\n$/gs, '')
          .replace(/^\.\./gm, '.'); // as SMTP has it
        writeFileSync(join(out, `${shape}.eml`), data, 'latin1');
      }
    },
  },
  'Angus Mail': {
    version: () => '2.0.3',
    async make(out) {
      const home = built('java', ['pom.xml', 'pom.xml'], ['Mails.java', 'java/Mails.java']);
      await run(
        'mvn',
        ['-q', '-B', 'compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath.txt'],
        home,
      );
      const classes = `${home}/target/classes:${readFileSync(join(home, 'classpath.txt'), 'utf8').trim()}`;
      printed('java', ['-cp', classes, 'Mails', lead, out]);
    },
  },
  'go-mail': {
    version: () => '0.8.1',
    async make(out) {
      const home = built('go', ['go.mod', 'go.mod'], ['mails.go', 'mails.go']);
      await run('go', ['mod', 'tidy'], home);
      await run('go', ['build', '-o', 'mails', '.'], home);
      printed(join(home, 'mails'), [lead, out]);
    },
  },
  lettre: {
    version: () => '0.11.23',
    async make(out) {
      const home = built('rust', ['Cargo.toml', 'Cargo.toml'], ['mails.rs', 'mails.rs']);
      if (!existsSync(join(home, 'target/debug/mails'))) await run('cargo', ['build', '--quiet'], home);
      printed(join(home, 'target/debug/mails'), [lead, out]);
    },
  },
};

/** What programs spoil themselves: no reader can mend it. */
const spoiled: Readonly<Record<string, string>> = {};

/** What the tests read: at least one mail of each program, where it goes ways of its own. */
const kept = new Set([
  'PHPMailer undeclared',
  'PHPMailer forwarded',
  'MIME::Lite file',
  'MIME::Lite long-file',
  'Email::Stuffer file-latin-1',
  'Ruby mail latin-1',
  'Ruby mail file-latin-1',
  'Python file-latin-1',
  'Python old-plain',
  'nodemailer alternative',
  's-nail latin-1',
  'mutt flowed',
  'mutt forwarded',
  'mailutils undeclared',
  'mpack file-latin-1',
  'swaks latin-1',
  'Angus Mail content',
  'Angus Mail html',
  'go-mail file-latin-1',
  'lettre body-and-file',
]);

const source = someSource('adf');
const told = ({ fields, unreadable, senderId, guessedType }: SourceLead) => ({
  fields,
  unreadable,
  senderId,
  guessedType,
});
const [wanted] = (await readSent(source, adf)).map(told);
const keeps = process.argv[2] === 'keep';
const table: { program: string; shape: string; read: string }[] = [];
for (const [program, { version, make }] of Object.entries(makers)) {
  const out = made(program);
  mkdirSync(out, { recursive: true });
  await make(out);
  const name = `${program} ${version()}`;
  for (const mail of readdirSync(out).sort()) {
    const shape = mail.replace('.eml', '');
    const bytes = readFileSync(join(out, mail));
    const leads = (await readSent(source, bytes)).map(told);
    const isRight = leads.length === 1 && isDeepStrictEqual(leads[0], wanted);
    const why = spoiled[`${program} ${shape}`];
    const read = isRight ? 'the same lead' : (why ?? 'WRONG');
    if (isRight === (why !== undefined)) {
      process.exitCode = 1;
      console.log(name, shape, isRight ? 'is no longer spoiled' : JSON.stringify(leads, undefined, 1));
    }
    table.push({ program: name, shape, read });
    const slug = `${name} ${shape}`.toLowerCase().replace(/[^\w.]+/g, '-');
    if (!keeps || !kept.has(`${program} ${shape}`)) continue;
    const text = bytes.toString('latin1').replaceAll(`@${hostname()}`, '@carhound.example.com');
    writeFileSync(join(sent, `${slug}.eml`), text, 'latin1');
  }
}
console.table(table);
console.log(`${table.length} mails of ${Object.keys(makers).length} programs`);
