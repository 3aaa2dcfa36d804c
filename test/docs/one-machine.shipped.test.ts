import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { mentioned, typed, type Way } from '../support/page-of-one-machine.ts';
import { commandOf, run } from '../support/processes.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'one-machine-'));
});
afterEach(() => {
  const pid = join(root, 'pid');
  if (existsSync(pid)) process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL');
  rmSync(root, { recursive: true });
});

/** `systemctl show --value --property NAME UNIT`, which the script `leads` asks for several times. */
const show = `if [ "$1" = show ]; then
  case "$4" in
    EnvironmentFiles) sed -n 's/^EnvironmentFile=\\(.*\\)/\\1 (ignore_errors=no)/p' ;;
    *) sed -n "s/^$4=//p" | paste -sd' ' ;;
  esac < "$ROOT/etc/systemd/system/$5"
  exit
fi
`;

/** What the page has the reader type, in a folder that stands for the machine; every command has to succeed. */
async function type(way: Way) {
  const [PORT, DESK_PORT, METRICS_PORT] = await Promise.all([freePort(), freePort(), freePort()]);
  const [leads = ''] = await commandOf('leads');
  const bin = join(root, 'bin');
  mkdirSync(bin);
  const standIn = `exec "${process.execPath}" "${resolve('test/support/stand-in.ts')}"`;
  const programs = {
    systemctl: `${show}${standIn} systemctl "$@"`,
    'systemd-run': `${standIn} systemd-run "$@"`,
    docker: `${standIn} docker "$@"`,
    journalctl: '',
    useradd: '',
    id: '[ "$1" = -u ] && echo 0 || echo root',
  };
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  for (const folder of ['etc/caddy', 'etc/systemd/system', 'usr/local/bin'])
    mkdirSync(join(root, folder), { recursive: true });
  const around = `set -e
    export PATH="${bin}:${root}/usr/local/bin:$PATH"
    git() { [ "$1" != clone ] || { mkdir "$3"; cp -r "${resolve('deploy')}" "${resolve('compose.file.yaml')}" "$3"; }; }
    npm() { mkdir -p dist; cp "${leads}" dist/leads.mjs; cp "${leads}" .; }
    curl() { command curl -s --fail-with-body "$@"; echo; }
    umask 077
    cd "${root}"`;
  const asked = mentioned.filter((command) => command.startsWith('docker ') === (way === 'Compose'));
  const commands = [...typed(way), ...asked, ...(way === 'Compose' ? [] : ['leads doctor'])];
  const script = commands.map((command) => {
    const typedHere = command
      .replace('leads key issue Acme', 'API_KEY=$(leads key issue Acme)')
      .replace(/(?<=[\s=])\/(?=(opt|etc|var|usr|data)\b)/g, `${root}/`)
      .replace('https://leads.example.com/v1/lead ', `http://127.0.0.1:${PORT}/v1/lead `)
      .replace('http://127.0.0.1:9464', `http://127.0.0.1:${METRICS_PORT}`)
      .replace(/docker compose build$/, '$& && npm run build');
    const needsProgram = command.startsWith('docker compose up --build') ? 'npm run build\n' : '';
    return `${needsProgram}${typedHere}`;
  });
  const env = {
    ...{ ROOT: root, NODE: process.execPath, DATA_FILE: '' }, // an administrator's shell has none
    ...{ PORT: `${PORT}`, DESK_PORT: `${DESK_PORT}`, METRICS_PORT: `${METRICS_PORT}` },
  };
  const { code, out, err } = await run('bash', ['-c', [around, ...script].join('\n')], env, '.', 60_000)
    .finished;
  return { code: code === 0 ? 0 : `${code}: ${err}`, out };
}

it.each([
  ['systemd', 'from /etc/partner-lead-service.env'],
  ['Compose', 'from .env'],
] as const)(
  'the page for one machine can be typed from its beginning to its end, with %s',
  async (way, from) => {
    const { code, out } = await type(way);
    expect(code).toBe(0);
    expect(out).toMatch(/^Added vendor Acme with the id ven_\w+\.$/m);
    expect(out).toMatch(/^https:\/\/desk\.example\.com\/link\/\w{43}$/m);
    expect(out).toMatch(/^\{"statusCode":200,"body":\{"leadId":"[\da-f-]{36}"\}\}$/m);
    expect(out).toMatch(/before\.db has 1 lead, and everything else\.$/m);
    expect(out).toMatch(/^The file of leads has 1 lead now\. /m);
    expect(out).toContain(`\nsettings: ${from}\n`);
  },
  60_000,
);
