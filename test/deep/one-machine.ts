import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findCaddy } from '../support/caddy.ts';
import { buildLastProgram } from '../support/last-program.ts';
import { mentioned, typed } from '../support/page-of-one-machine.ts';

/**
 * `node test/deep/one-machine.ts`: docs/one-machine.md is typed on a machine that systemd has booted: in systemd-nspawn, on
 * a throw-away layer over this one, without a network. It goes from 0.4.0 to this version and back. It needs root,
 * Debian's `systemd-container`, and `npm run build`.
 *
 * Not the page's own: the machine has the programs, as it has no registry; Caddy issues its certificates itself.
 */
const repository = resolve('.');
const folder = mkdtempSync(join(tmpdir(), 'one-machine-'));
const [layer, root] = [join(folder, 'layer'), join(folder, 'root')];
const caddy = await findCaddy();
if (process.getuid?.() !== 0 || spawnSync('systemd-nspawn', ['--version']).status !== 0 || !caddy) {
  console.log('This machine has no systemd-nspawn, Caddy or root: passed over.');
  process.exit();
}

const sh = (command: string) => execFileSync('sh', ['-ec', command], { encoding: 'utf8' });
let machine: ChildProcess | undefined;

/** What the page leaves to the reader, or what a machine without a network cannot do. */
const around = `
set -e
repository=${repository}
git() { case "$1" in
  clone) mkdir "$3" && (cd $repository && git_files | xargs -0 cp --parents --target-directory="$OLDPWD/$3") ;;
  esac; }
git_files() { command git -c safe.directory='*' ls-files -z --cached --others --exclude-standard; }
version=last
npm() { case "$*" in
  ci) ;;
  'run build') mkdir -p dist && cp /programs/$version.mjs dist/leads.mjs; version=this ;;
  *) false ;;
  esac; }
curl() { command curl --silent --show-error --insecure --fail-with-body "$@" && echo; }
`;

const replaced: Readonly<Record<string, string>> = {
  'cp deploy/server/Caddyfile /etc/caddy/Caddyfile':
    "sed '1s/{/{\\n\\tlocal_certs/' deploy/server/Caddyfile > /etc/caddy/Caddyfile",
  'leads key issue Acme': 'API_KEY=$(leads key issue Acme); echo "$API_KEY"',
  'systemctl restart caddy': 'systemctl restart caddy; sleep 2',
};

/** What the page promises beside its commands. */
const beside = [
  `for n in $(seq 400); do
    command curl -sk -o /dev/null -w '%{http_code}\\n' https://leads.example.com/v1/lead -H "x-api-key: $API_KEY" -H 'Content-Type: application/json' \\
      -d '{"first_name":"Ada","email":"ada@example.com","deal_type":"sales","vendor_name":"Acme","lead_notes":"Call."}'
  done > codes & for n in 1 2 3; do sleep 4; systemctl restart partner-lead-service; done; wait; sort codes | uniq -c; echo after a restart under load`,
  // The words of a command arrive as they were typed, and so do its settings from a drop-in of the unit.
  `install -D -m 644 /dev/stdin /etc/systemd/system/partner-lead-service.service.d/more.conf <<'END'
[Service]
Environment="LOST_REASONS=far=It's 100%% \\"gone\\",!test=A $HOME"
END
  systemctl daemon-reload
  SUDO_USER=Grace leads vendor add 'A $HOME "100%s" \\ $$ \${USER}'
  leads audit --json | grep -o '"by": *"Grace"'
  LEAD=$(leads lead list --json | grep -oE '[0-9a-f-]{36}' | head -1)
  leads lead move $LEAD lost --lost-reason far; leads lead show $LEAD`,
  `leads vendor add '' || echo "refused with $?"; leads vendor add $'Two\nlines' || echo "refused with $?"; leads nonsense || echo "refused with $?"`,
  `before=$(ls $data/leads.db.before-* | head -1)
  DATA_FILE=$before leads audit --json | grep -c '"action"'; leads backup /root/b.db || echo "refused with $?"`,
  `(! LEADS_UNIT=none leads doctor) && (! setpriv --reuid=nobody leads doctor)`,
  // At a terminal, a command asks; a service that is stopped needs none of it.
  `systemctl stop partner-lead-service; leads doctor
  (sleep 4; echo y; sleep 3) | script -qec 'leads contact erase --email ada@example.com' /dev/null
  echo "$(journalctl | grep -c 'a command of leads') commands in the journal, and of a customer $(journalctl | grep -c ada@example.com || true)"`,
];

/** A command, with what it is replaced by here, and its name in what is printed. */
const step = (command: string): string => `echo ${quoted(`$ ${command}`)}\n${replaced[command] ?? command}\n`;
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function inside(script: string): string {
  writeFileSync(join(root, 'root/script'), `${around}\n${script}`);
  const leader = sh(`pgrep -P ${machine?.pid}`).trim();
  const { status, stdout } = spawnSync(
    'nsenter',
    [
      '-t',
      leader,
      '-m',
      '-p',
      '-i',
      '-u',
      '-n',
      '-C',
      'sh',
      '-c',
      'cd /root && exec bash script 2>&1 < /dev/null',
    ],
    { encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  console.log(stdout);
  assert.equal(status, 0);
  return stdout;
}

try {
  mkdirSync(layer);
  mkdirSync(root);
  sh(`mount -t tmpfs tmpfs ${layer}; mkdir ${layer}/upper ${layer}/work
    mount -t overlay -o lowerdir=/,upperdir=${layer}/upper,workdir=${layer}/work overlay ${root}`);
  const etc = join(root, 'etc');
  for (const wants of readdirSync(join(etc, 'systemd/system')).filter((name) => name.endsWith('.wants')))
    rmSync(join(etc, 'systemd/system', wants), { recursive: true }); // whatever this machine serves
  rmSync(join(root, 'opt/partner-lead-service'), { recursive: true, force: true });
  writeFileSync(join(etc, 'machine-id'), '');
  spawnSync('chroot', [root, 'userdel', 'leads']); // if somebody has followed the page on this machine
  writeFileSync(join(etc, 'hosts'), '127.0.0.1 localhost leads.example.com desk.example.com\n');
  mkdirSync(join(etc, 'caddy'), { recursive: true });
  mkdirSync(join(root, 'programs'));
  cpSync(resolve('dist/leads.mjs'), join(root, 'programs/this.mjs'));
  cpSync(buildLastProgram(folder), join(root, 'programs/last.mjs'));
  for (const [from, to] of [
    [caddy, 'usr/bin/caddy'],
    [process.execPath, 'usr/bin/node'],
  ] as const) {
    rmSync(join(root, to), { force: true });
    cpSync(from, join(root, to), { dereference: true });
  }
  writeFileSync(
    join(etc, 'systemd/system/caddy.service'),
    '[Service]\nEnvironment=XDG_DATA_HOME=/var/lib/caddy\nStateDirectory=caddy\nExecStart=/usr/bin/caddy run --environ --config /etc/caddy/Caddyfile\n',
  );

  const boot = ['-D', root, '--machine=one-machine', '--register=no', '--keep-unit', '--private-network'];
  machine = spawn('systemd-nspawn', [...boot, '--link-journal=no', '--console=pipe', '--boot'], {
    stdio: 'ignore',
    detached: true,
  });
  for (let n = 0; ; n += 1) {
    assert.ok(n < 60, 'it does not boot');
    await delay(500);
    if (spawnSync('pgrep', ['-P', `${machine.pid}`]).status !== 0) continue;
    const leader = sh(`pgrep -P ${machine.pid}`).trim();
    const asked = spawnSync('nsenter', ['-t', leader, '-a', 'systemctl', 'is-system-running'], {
      encoding: 'utf8',
    });
    if (/running|degraded/.test(asked.stdout)) break;
  }

  const commands = typed('systemd');
  const restore = commands.slice(
    commands.findIndex((command) => command.startsWith('leads backup')),
    commands.findIndex((command) => command.startsWith('git pull')),
  );
  assert.equal(restore.length, 4);
  const told = inside(
    [
      ...commands.map(step), // at last, back to 0.4.0
      step(
        'cp /programs/this.mjs /opt/partner-lead-service/leads.mjs; systemctl restart partner-lead-service; rm $data/before.db',
      ),
      ...restore.map(step),
      step('systemctl start leads-backup leads-retention; ls $data $data/backups'),
      ...mentioned.filter((command) => !command.startsWith('docker ')).map(step),
      ...beside.map(step),
    ].join('\n'),
  );
  const isTold = (line: RegExp) => assert.ok(line.test(told), `${line}`);
  isTold(/^lead_live_\w+$/m);
  isTold(/^https:\/\/desk\.example\.com\/link\/\w+$/m);
  isTold(/^\{"statusCode":200,"body":\{"leadId":"[\da-f-]{36}"\}\}$/m);
  isTold(/^settings: from \/etc\/partner-lead-service\.env$/m);
  isTold(/^backup: last done on /m);
  isTold(/^leads-\d{8}T\d{6}Z\.db$/m);
  isTold(/^ +\d+ 200\nafter a restart under load$/m); // and nothing else
  isTold(/^Added vendor A \$HOME "100%s" \\ \$\$ \$\{USER\} with the id ven_/m);
  isTold(/^"by": *"Grace"$/m);
  isTold(/It's 100% "gone"/); // of the list, not only of its drop-in, where the % is doubled
  isTold(/^leads: systemd has no none\.service with a WorkingDirectory and a User\.\nleads: run it as root/m);
  isTold(/^\d\d+ commands in the journal, and of a customer 0$/m);
  isTold(/^Erased contact /m); // at a terminal, while the service is stopped
} finally {
  if (machine?.pid) {
    const ended = once(machine, 'exit');
    machine.kill('SIGTERM'); // which powers it off
    await Promise.race([ended, delay(20_000).then(() => machine?.kill('SIGKILL'))]);
  }
  sh(`umount ${root} 2> /dev/null || true; umount ${layer} 2> /dev/null || true`);
  rmSync(folder, { recursive: true, force: true });
}
