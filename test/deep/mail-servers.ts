import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { freePort } from '../support/free-port.ts';
import { hasEnded } from '../support/processes.ts';

/**
 * `node test/deep/mail-servers.ts [NAME]`, as root: what hands mails on, with the lines of docs/sources.md. To each go one
 * mail that is kept (0), one for a source that there is not (67), a large one while Node is missing (75), and one whose
 * Node is killed when the lead is kept, but nobody knows it yet.
 *
 * Debian 12: opensmtpd, procmail, maildrop, dovecot-lmtpd, dovecot-pop3d, dovecot-sieve, getmail6, fetchmail. Postfix and
 * Exim shut out OpenSMTPD: they are unpacked into a folder.
 */
const debian = (name: string) =>
  execFileSync('dpkg-query', ['-W', '-f', `\${Version}`, name], { encoding: 'utf8' }).replace(
    /^\d+:|[+-].*$/g,
    '',
  );

const userId = (flag: '-u' | '-g', user = 'leads') =>
  Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
for (const user of ['leads', 'Debian-exim', 'postfix'])
  if (spawnSync('id', [user]).status !== 0) execFileSync('useradd', ['--system', user]);
if (spawnSync('getent', ['group', 'postdrop']).status !== 0)
  execFileSync('groupadd', ['--system', 'postdrop']);
const leads = { uid: userId('-u'), gid: userId('-g') };

/** The folder of packages that are unpacked, not installed: one that servers may enter as users of their own. */
function unpacked(version: string, ...packages: readonly string[]): string {
  const home = join(tmpdir(), `unpacked-${packages[0]}-${version}`);
  if (existsSync(join(home, 'usr'))) return home;
  mkdirSync(home, { recursive: true });
  execFileSync('apt-get', ['download', '-qq', ...packages.map((each) => `${each}=${version}`)], {
    cwd: home,
    stdio: 'ignore',
  });
  for (const each of readdirSync(home)) execFileSync('dpkg', ['-x', each, '.'], { cwd: home });
  return home;
}

/** A program of docs/sources.md: what stands there behind a line that begins so. */
const docs = readFileSync('docs/sources.md', 'utf8');
function linesOf(
  begin: string,
  { folder, source = '' }: { readonly folder: string; readonly source?: string },
): string {
  const at = docs.indexOf(`\n# ${begin}`);
  assert.ok(at > 0, begin);
  const [, lines] = /^.*\n((?:(?!# |```).*\n)+)/.exec(docs.slice(at + 1)) ?? [];
  assert.ok(lines, begin);
  return lines.replaceAll('/opt/leads', folder).replaceAll('src_…', source);
}

/** Where a server works: a folder and a port of its own. */
interface Place {
  readonly folder: string;
  readonly port: number;
  readonly source: string;
  /** Starts a program, which is ended with the place. */
  readonly run: (command: string, args: readonly string[], env?: Record<string, string>) => ChildProcess;
}

type Deliver = (to: string, mail: string) => Promise<unknown>;

/** What hands mails on. */
interface Deliverer {
  readonly version: string;
  /** How a mail goes to it, and how it is made to try again; what becomes of one that it gives up or keeps. */
  readonly begin: (place: Place) => Promise<{ deliver: Deliver; again: () => unknown; kept: () => number }>;
  /** What it does with a mail for nobody: returns it to the sender, or leaves it where it is. */
  readonly returns: boolean;
}

const bySmtp =
  ({ port }: Place, lmtp = false): Deliver =>
  async (to, raw) => {
    const transport = createTransport({
      host: '127.0.0.1',
      port,
      secure: false,
      ignoreTLS: true,
      lmtp,
    } as object);
    await transport.sendMail({ envelope: { from: 'leads@carhound.example.com', to: [to] }, raw });
    transport.close();
  };

async function listens(port: number): Promise<void> {
  await until('it listens', async () => {
    const socket = connect(port, '127.0.0.1');
    const { promise, resolve } = Promise.withResolvers<boolean>();
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    const heard = await promise;
    socket.destroy();
    return heard;
  });
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`In a minute, it was not so that ${what}`);
    await pause(200);
  }
}

const opensmtpd: Deliverer = {
  version: debian('opensmtpd'),
  returns: true,
  async begin(place) {
    const { folder, port, run } = place;
    const config = `listen on 127.0.0.1 port ${port}
${linesOf('OpenSMTPD', place)}
action "back" mda "cat >> ${folder}/returned" virtual { "@" = "leads" }
match from any for domain "carhound.example.com" action "back"
`;
    writeFileSync(join(folder, 'smtpd.conf'), config);
    run('/usr/sbin/smtpd', ['-d', '-f', join(folder, 'smtpd.conf')]);
    await listens(port);
    return {
      deliver: bySmtp(place),
      again: () => spawnSync('smtpctl', ['schedule', 'all']),
      kept: () => spawnSync('smtpctl', ['show', 'queue'], { encoding: 'utf8' }).stdout.split('\n').length - 1,
    };
  },
};

const POSTFIX = '3.7.11-0+deb12u1';
const postfix: Deliverer = {
  version: POSTFIX,
  returns: true,
  async begin(place) {
    const { folder, port, run } = place;
    const home = unpacked(POSTFIX, 'postfix');
    const LD_LIBRARY_PATH = join(home, 'usr/lib/postfix');
    for (const each of ['config', 'data']) mkdirSync(join(folder, each));
    chownSync(join(folder, 'data'), userId('-u', 'postfix'), userId('-g', 'postfix'));
    const config = join(folder, 'config');
    const services = [
      ...[
        'cleanup unix n - n - 0 cleanup',
        'qmgr unix n - n 300 1 qmgr',
        'postlog unix-dgram n - n - 1 postlogd',
        'pickup unix n - n 60 1 pickup',
      ],
      ...[
        'rewrite:trivial-rewrite',
        'bounce:bounce',
        'defer:bounce',
        'error:error',
        'retry:error',
        'proxymap:proxymap',
        'anvil:anvil',
      ]
        .map((each) => each.split(':'))
        .map(([service, program]) => `${service} unix - - n - ${program === 'bounce' ? 0 : '-'} ${program}`),
    ];
    writeFileSync(
      join(config, 'master.cf'),
      `127.0.0.1:${port} inet n - n - - smtpd
${services.join('\n')}
${linesOf('Postfix', place)}
back unix - n n - 1 pipe
  user=leads argv=/bin/sh -c cat>>${folder}/returned
`,
    );
    writeFileSync(
      join(config, 'main.cf'),
      `compatibility_level = 3.6
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
queue_directory = ${folder}/queue
data_directory = ${folder}/data
daemon_directory = ${LD_LIBRARY_PATH}/sbin
command_directory = ${home}/usr/sbin
shlib_directory = ${LD_LIBRARY_PATH}
import_environment = MAIL_CONFIG LD_LIBRARY_PATH=${LD_LIBRARY_PATH} PATH=/usr/bin:/bin LANG=C
mail_owner = postfix
setgid_group = postdrop
inet_interfaces = 127.0.0.1
mydestination =
alias_maps =
local_recipient_maps =
myhostname = mail.example.com
smtpd_recipient_restrictions = permit_auth_destination, reject
${linesOf('main.cf', place).replace('leads:', 'leads:, carhound.example.com=back:').replace('relay_domains =', 'relay_domains = carhound.example.com')}
`,
    );
    const env = { LD_LIBRARY_PATH, MAIL_CONFIG: config };
    for (const queue of [
      'active',
      'bounce',
      'corrupt',
      'defer',
      'deferred',
      'flush',
      'hold',
      'incoming',
      'private',
      'saved',
      'trace',
      'pid',
      'public',
      'maildrop',
    ]) {
      const path = join(folder, 'queue', queue);
      mkdirSync(path, { recursive: true });
      if (queue !== 'pid') chownSync(path, userId('-u', 'postfix'), userId('-g', 'postfix'));
    }
    run(join(LD_LIBRARY_PATH, 'sbin/master'), ['-c', config, '-d'], env);
    await listens(port);
    return {
      deliver: bySmtp(place),
      again: () => spawnSync(join(home, 'usr/sbin/postqueue'), ['-c', config, '-f'], { env }),
      kept: () =>
        ['active', 'deferred', 'incoming']
          .flatMap((queue) =>
            readdirSync(join(folder, 'queue', queue), { recursive: true, withFileTypes: true }),
          )
          .filter((each) => each.isFile()).length,
    };
  },
};

const EXIM = '4.96-15+deb12u11';
const exim: Deliverer = {
  version: EXIM,
  returns: true,
  async begin(place) {
    const { folder, port, run } = place;
    const home = unpacked(EXIM, 'exim4-daemon-light', 'exim4-base');
    const program = join(home, 'usr/sbin/exim4');
    const config = join(folder, 'exim.conf');
    writeFileSync(
      config,
      `exim_path = ${program}
spool_directory = ${folder}/spool
log_file_path = ${folder}/spool/%slog
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
pid_file_path = ${folder}/spool/pid
tls_advertise_hosts =
primary_hostname = mail.example.com
keep_environment =
acl_smtp_rcpt = accept
begin routers
${linesOf('Exim', place)}
back:
  driver = accept
  domains = carhound.example.com
  transport = back
begin transports
${linesOf('a transport', place)}
back:
  driver = appendfile
  file = ${folder}/returned
  user = leads
begin retry
* * F,2h,1s
`,
      { mode: 0o644 },
    );
    for (const each of ['spool', 'spool/input', 'spool/msglog', 'spool/db']) {
      mkdirSync(join(folder, each));
      chownSync(join(folder, each), userId('-u', 'Debian-exim'), userId('-g', 'Debian-exim'));
    }
    mkdirSync('/etc/exim4', { recursive: true });
    writeFileSync('/etc/exim4/trusted_configs', `${config}\n`); // without it, it gives up its rights
    run(program, ['-C', config, '-bdf']);
    await listens(port);
    return {
      deliver: bySmtp(place),
      again: () => spawnSync(program, ['-C', config, '-qff']),
      kept: () => Number(spawnSync(program, ['-C', config, '-bpc'], { encoding: 'utf8' }).stdout),
    };
  },
};

/** A program that a mail server runs for each mail of a mailbox, and which answers by its exit code. */
function called(
  version: string,
  command: string,
  args: (place: Place) => readonly string[],
  rules: (place: Place) => readonly [name: string, text: string],
): Deliverer {
  return {
    version,
    returns: false,
    async begin(place) {
      const { folder } = place;
      const waits: [string, string][] = [];
      const call = (to: string, mail: string) => {
        const [name, text] = rules({ ...place, source: to.split('@')[0] ?? '' });
        writeFileSync(join(folder, name), text, { mode: 0o600 });
        chownSync(join(folder, name), leads.uid, leads.gid);
        const env = {
          HOME: folder,
          LOGNAME: 'leads',
          USER: 'leads',
          SHELL: '/bin/sh',
          PATH: '/usr/bin:/bin',
        };
        const { status } = spawnSync(command, args(place), { input: mail, env, cwd: folder, ...leads });
        if (status === 67) return writeFileSync(join(folder, 'returned'), 'returned');
        if (status !== 0) assert.equal(status, 75);
        if (status === 75) waits.push([to, mail]);
      };
      return {
        deliver: async (to, mail) => call(to, mail),
        again: () => waits.splice(0).map(([to, mail]) => call(to, mail)),
        kept: () => waits.length,
      };
    },
  };
}

const procmail = called(
  debian('procmail'),
  '/usr/bin/procmail',
  ({ folder }) => [
    '-t',
    `DEFAULT=${folder}/mailbox`,
    `LOGFILE=${folder}/procmail.log`,
    join(folder, '.procmailrc'),
  ],
  (place) => ['.procmailrc', linesOf('procmail', place)],
);
const maildrop = called(
  debian('maildrop'),
  '/usr/bin/maildrop',
  () => ['.mailfilter'],
  (place) => ['.mailfilter', linesOf('maildrop', place)],
);

/** Dovecot with a mailbox of the user `leads`. */
async function dovecot({ folder, port, run }: Place, more: string): Promise<void> {
  const config = `base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/log
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:${folder}/mail
auth_mechanisms = plain
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=leads gid=leads home=${folder} allow_all_users=yes
}
${more}`;
  writeFileSync(join(folder, 'dovecot.conf'), config);
  run('/usr/sbin/dovecot', ['-F', '-c', join(folder, 'dovecot.conf')]);
  await listens(port);
}

const mailsIn = (folder: string) =>
  ['new', 'cur'].flatMap((each) =>
    existsSync(join(folder, 'mail', each)) ? readdirSync(join(folder, 'mail', each)) : [],
  );

const sieve: Deliverer = {
  version: debian('dovecot-sieve'),
  returns: false,
  async begin(place) {
    const { folder, port } = place;
    await dovecot(
      place,
      `protocols = lmtp
service lmtp {
  inet_listener lmtp {
    port = ${port}
  }
}
protocol lmtp {
  mail_plugins = sieve
}
${linesOf('Dovecot', place)}
plugin {
  sieve = file:${folder}/leads.sieve
}
`,
    );
    const deliver: Deliver = async (to, mail) => {
      writeFileSync(
        join(folder, 'leads.sieve'),
        linesOf('Sieve', { folder, source: to.split('@')[0] ?? '' }),
      );
      await bySmtp(place, true)(to, mail);
    };
    const again = async () => {
      for (const name of mailsIn(folder)) {
        const path = [join(folder, 'mail/new', name), join(folder, 'mail/cur', name)].find(existsSync) ?? '';
        const mail = readFileSync(path, 'utf8');
        rmSync(path);
        await deliver(`${place.source}@adf.example.com`, mail);
      }
    };
    return { deliver, again, kept: () => mailsIn(folder).length };
  },
};

/** A program that fetches mails from a mailbox by POP3. */
const fetching = (version: string, fetch: (place: Place) => void): Deliverer => ({
  version,
  returns: false,
  async begin(place) {
    const { folder, port, source } = place;
    for (const each of ['mail', 'mail/new', 'mail/cur', 'mail/tmp']) {
      mkdirSync(join(folder, each));
      chownSync(join(folder, each), leads.uid, leads.gid);
    }
    await dovecot(
      place,
      `protocols = pop3\nservice pop3-login {\n  inet_listener pop3 {\n    port = ${port}\n  }\n}\n`,
    );
    let count = 0;
    const deliver: Deliver = async (to, mail) => {
      count += 1;
      const path = join(folder, `mail/new/${count}.mail`);
      writeFileSync(path, mail);
      chownSync(path, leads.uid, leads.gid);
      fetch({ ...place, source: to.split('@')[0] ?? '' });
    };
    return { deliver, again: () => fetch({ ...place, source }), kept: () => mailsIn(folder).length };
  },
});

const getmail = fetching(debian('getmail6'), (place) => {
  const { folder, port } = place;
  const config = `[retriever]
type = SimplePOP3Retriever
server = 127.0.0.1
port = ${port}
username = leads
password = secret
${linesOf('getmail6', place)}
[options]
delete = true
`;
  writeFileSync(join(folder, 'getmailrc'), config);
  mkdirSync(join(folder, 'getmail'), { recursive: true, mode: 0o700 });
  chownSync(join(folder, 'getmail'), leads.uid, leads.gid);
  spawnSync('getmail', ['--getmaildir', join(folder, 'getmail'), '--rcfile', join(folder, 'getmailrc')], {
    ...leads,
    env: { HOME: folder, PATH: '/usr/bin:/bin' },
  });
});

const fetchmail = fetching(debian('fetchmail'), (place) => {
  const { folder, port } = place;
  const path = join(folder, '.fetchmailrc');
  writeFileSync(
    path,
    `poll 127.0.0.1 protocol pop3 port ${port} user leads password secret sslproto ''\n${linesOf('fetchmail', place)}`,
    { mode: 0o600 },
  );
  chownSync(path, leads.uid, leads.gid);
  spawnSync('fetchmail', ['-f', path, '--pidfile', join(folder, 'fetchmail.pid')], {
    ...leads,
    env: { HOME: folder, FETCHMAILHOME: folder, USER: 'leads', PATH: '/usr/bin:/bin' },
  });
});

const deliverers: Readonly<Record<string, Deliverer>> = {
  ...{ OpenSMTPD: opensmtpd, Postfix: postfix, Exim: exim, procmail, maildrop },
  ...{ 'Dovecot, Sieve': sieve, getmail6: getmail, fetchmail },
};

const mailOf = (name: string, more = '') => `From: Carhound <leads@carhound.example.com>\r
To: src_x@adf.example.com\r
Subject: New lead\r
Message-ID: <${name}@carhound.example.com>\r
MIME-Version: 1.0\r
Content-Type: multipart/mixed; boundary=b\r
\r
--b\r
Content-Type: text/xml\r
\r
<adf><prospect><customer><contact><name part="full">${name}</name>\r
<email>${name}@example.com</email></contact></customer></prospect></adf>\r
${more}--b--\r
`;
const photo = Buffer.alloc(300_000, 'photo').toString('base64').replace(/.{76}/g, '$&\r\n');
const large = `--b\r\nContent-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\n\r\n${photo}\r\n`;

/** Runs one through all outcomes. Resolves to what became of each mail. */
async function tried(name: string, { begin, returns }: Deliverer) {
  const folder = mkdtempSync(join(tmpdir(), 'mail-server-'));
  chmodSync(folder, 0o755);
  chownSync(folder, leads.uid, leads.gid);
  const started: ChildProcess[] = [];
  const DATA_FILE = join(folder, 'leads.db');
  const program = resolve('src/bootstrap/leads.ts');
  const command = (...args: string[]) => {
    const options = { env: { PATH: process.env.PATH, DATA_FILE }, ...leads };
    const { stdout, stderr } = spawnSync(process.execPath, [program, ...args, '--json'], options);
    try {
      return JSON.parse(`${stdout}`);
    } catch {
      throw new Error(`${args.join(' ')}: ${stderr}`);
    }
  };
  const names = (): string[] =>
    command('lead', 'list')
      .leads.map((each: { customer: { firstName: string } }) => each.customer.firstName)
      .sort();
  const read = (file: string) =>
    existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : '';
  const attempts = () => read('attempts').length;

  // As docs/sources.md has it, with a note of each attempt, and a Node that can be missing or be killed.
  const node = join(folder, 'node');
  const [text = ''] = /#!\/bin\/sh\n.*?exit 75\n/s.exec(docs) ?? [];
  const wrapper = text
    .replace('\n', `\nprintf . >> ${folder}/attempts\n`)
    .replace(/^export DATA_FILE=.*/m, `export DATA_FILE=${DATA_FILE}`)
    .replace(/^\/usr\/bin\/node \S+/m, `${node} ${program}`);
  writeFileSync(join(folder, 'receive'), wrapper, { mode: 0o755 });
  const nodeIs = (options: string | undefined) => {
    rmSync(node, { force: true });
    if (options !== undefined)
      writeFileSync(node, `#!/bin/sh\nexec ${process.execPath} ${options} "$@"\n`, { mode: 0o755 });
  };
  const killed = `--import 'data:text/javascript,process.on("exit", () => process.kill(process.pid, "SIGKILL"))'`;

  try {
    command('vendor', 'add', 'Acme');
    const { source } = command('source', 'add', 'adf', '--vendor', 'Acme');
    const run: Place['run'] = (program, args, env = {}) => {
      const child = spawn(program, args, {
        stdio: 'ignore',
        detached: true,
        env: { ...process.env, ...env },
      });
      started.push(child);
      return child;
    };
    const place = { folder, port: await freePort(), source, run };
    const { deliver, again, kept } = await begin(place);
    const to = `${source}@adf.example.com`;

    nodeIs('');
    await deliver(to, mailOf('Ada'));
    await until('the first is a lead', () => names().join() === 'Ada');
    await until('nothing waits', () => kept() === 0);

    nodeIs(undefined);
    const nothingWaits = () =>
      until('nothing waits', async () => {
        if (kept() > 0) await again();
        await pause(500);
        return kept() === 0;
      });
    let before = attempts();
    await deliver(to, mailOf('Bo', large));
    await until('it was tried', () => attempts() > before);
    await pause(1_000);
    assert.equal(read('returned'), '', 'nothing is returned');
    const waited = kept();
    nodeIs('');
    await nothingWaits();
    assert.deepEqual(names(), ['Ada', 'Bo']);

    nodeIs(killed);
    await deliver(to, mailOf('Cy'));
    await until('the third is a lead', () => names().join() === 'Ada,Bo,Cy');
    await pause(1_000);
    assert.equal(read('returned'), '', 'nothing is returned');
    nodeIs('');
    before = attempts();
    await nothingWaits();
    assert.ok(attempts() > before, 'it is handed on once more');
    assert.deepEqual(names(), ['Ada', 'Bo', 'Cy']);

    before = attempts();
    await deliver('src_nobody@adf.example.com', mailOf('Di'));
    await until('it was tried', () => attempts() > before);
    if (returns) await until('it is returned', () => read('returned').includes('src_nobody'));
    await pause(1_000);
    const nobody = kept() > 0 ? 'kept' : read('returned') ? 'returned' : 'LOST';
    return {
      0: 'a lead',
      67: nobody,
      75: waited > 0 ? 'kept, then a lead' : 'LOST',
      killed: 'one lead',
      tries: attempts(),
    };
  } catch (error) {
    console.error(
      name,
      error,
      readdirSync(folder),
      read('log') || read('spool/mainlog') || read('procmail.log'),
    );
    process.exitCode = 1;
    return { 0: 'WRONG' };
  } finally {
    for (const child of started.reverse()) {
      child.kill();
      for (let n = 0; n < 50 && !hasEnded(child); n += 1) await pause(100);
    }
    if (!process.env.KEEP) rmSync(folder, { recursive: true, force: true });
  }
}

const table: Record<string, object> = {};
for (const [name, deliverer] of Object.entries(deliverers)) {
  if (process.argv[2] && !name.toLowerCase().includes(process.argv[2].toLowerCase())) continue;
  console.log(name);
  table[`${name} ${deliverer.version}`] = await tried(name, deliverer);
}
rmSync('/etc/exim4/trusted_configs', { force: true });
console.table(table);
