import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../support/free-port.ts';
import { bytesOf } from '../../../support/source-samples.ts';

const SMTPD = '/usr/sbin/smtpd';
const missing = !existsSync(SMTPD) || process.getuid?.() !== 0;
if (missing && process.env.CI)
  console.warn(
    'OpenSMTPD is not installed, or this is not root: `apt-get install opensmtpd` for the test of a mail server.',
  );

/** OpenSMTPD 6.8.0p2 of Debian 12: a mail server that hands each message to the program, as docs/sources.md says. */
describe.skipIf(missing)('a mail server (apt-get install opensmtpd; as root)', { timeout: 120_000 }, () => {
  let folder: string;
  let server: ReturnType<typeof spawn>;
  let port: number;
  let source: { readonly source: string };
  const receive = () => join(folder, 'receive');
  const leads = (...args: string[]) => {
    const env = { PATH: process.env.PATH, DATA_FILE: join(folder, 'leads.db'), APP_ENV: 'sandbox' };
    const { stdout } = spawnSync(process.execPath, [resolve('src/bootstrap/leads.ts'), ...args, '--json'], {
      env,
    });
    return JSON.parse(stdout.toString());
  };
  const program = (file: string) =>
    `#!/bin/sh\nexport DATA_FILE=${file} APP_ENV=sandbox\nexec ${process.execPath} ${resolve('src/bootstrap/leads.ts')} receive "$1"\n`;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mail-'));
    await chmod(folder, 0o777);
    port = await freePort();
    leads('vendor', 'add', 'Acme');
    source = leads('source', 'add', 'adf', '--vendor', 'Acme');
    await chmod(join(folder, 'leads.db'), 0o666);
    await writeFile(receive(), program(join(folder, 'leads.db')), { mode: 0o755 });
    const config = join(folder, 'smtpd.conf');
    await writeFile(
      config,
      `listen on 127.0.0.1 port ${port}
action "leads" mda "${receive()} %{rcpt.user}" virtual { "@" = "nobody" }
match from any for domain "adf.example.com" action "leads"
`,
    );
    server = spawn(SMTPD, ['-d', '-f', config], { stdio: 'ignore' });
    await pause(2_000);
  }, 60_000);
  afterAll(async () => {
    server?.kill();
    await rm(folder, { recursive: true, force: true });
  });

  async function deliver(file: string): Promise<void> {
    const to = `${source.source.toUpperCase()}@adf.example.com`; // as some mail servers write it
    const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true });
    await transport.sendMail({
      envelope: { from: 'leads@carhound.example.com', to: [to] },
      raw: bytesOf(file) as Buffer,
    });
    transport.close();
  }

  it('hands on what becomes a lead, and what is held', async () => {
    await deliver('mail-attachment.eml');
    await deliver('mail-attachment.eml');
    await deliver('mail-without-adf.eml');
    await expect.poll(() => leads('held', 'list').held, { timeout: 60_000 }).toHaveLength(1);
    await expect.poll(() => leads('lead', 'list').leads, { timeout: 60_000 }).toHaveLength(1);
  });

  it('is told to try again while the store is away', async () => {
    await writeFile(join(folder, 'no-file'), 'no database', { mode: 0o666 });
    await writeFile(join(folder, 'away'), program(join(folder, 'no-file')), { mode: 0o755 });
    const { status } = spawnSync(join(folder, 'away'), [source.source], { input: bytesOf('mail-plain.eml') });
    expect(status).toBe(75); // EX_TEMPFAIL of sysexits.h
  });
});
