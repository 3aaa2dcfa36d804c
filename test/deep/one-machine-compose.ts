import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cache } from '../support/cache.ts';
import { findCaddy } from '../support/caddy.ts';
import { buildLastProgram } from '../support/last-program.ts';
import { typed } from '../support/page-of-one-machine.ts';

/**
 * `node test/deep/one-machine-compose.ts`: what docs/one-machine.md has typed for Compose is typed, with Docker Compose
 * 2.40.3 on Podman, in a storage of its own, from 0.4.0 to this version. It needs root, Go, the ports 80, 443 and 9464,
 * Debian's `podman runc netavark aardvark-dns busybox-static tini`, and `npm run build`.
 *
 * Not the page's own: the images, as no registry is asked for their base; Caddy issues its certificates itself.
 */
const COMPOSE = '2.40.3';
const caddy = await findCaddy();
const needed = ['podman', 'runc', 'go', '/bin/busybox', '/usr/bin/tini-static'];
const missing = needed.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
if (process.getuid?.() !== 0 || missing.length > 0 || !caddy) {
  console.log(`Passed over: this machine lacks root, Caddy or ${missing.join(', ')}.`);
  process.exit();
}
const compose = join(cache, `docker-compose-${COMPOSE}`);
if (!existsSync(compose))
  execFileSync('test/deep/compose/build.sh', [COMPOSE, compose], { stdio: 'inherit' });

const folder = mkdtempSync(join(tmpdir(), 'one-machine-'));
const repository = resolve('.');
const socket = join(folder, 'podman.sock');
const podman = `podman --root ${folder}/storage --runroot ${folder}/run`;
writeFileSync(
  join(folder, 'containers.conf'),
  '[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]\n[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n',
);
const env = {
  ...process.env,
  CONTAINERS_CONF: join(folder, 'containers.conf'),
  DOCKER_HOST: `unix://${socket}`,
  DOCKER_CONFIG: folder,
};
const sh = (command: string) => execFileSync('bash', ['-ec', command], { encoding: 'utf8', env });

/** A folder with busybox, as what an image is made from. */
function files(name: string): string {
  const root = join(folder, name);
  sh(`mkdir -p ${root}/{bin,sbin,usr/bin,usr/local/bin,etc,tmp,proc,sys,dev,app,data,config,root}
    cp /bin/busybox ${root}/bin/; cd ${root}/bin; for each in $(./busybox --list | grep -v '^busybox$'); do ln -s busybox $each; done
    printf 'root:x:0:0::/root:/bin/sh\\nnode:x:1000:1000::/app:/bin/sh\\n' > ${root}/etc/passwd
    printf 'root:x:0:\\nnode:x:1000:\\n' > ${root}/etc/group`);
  return root;
}
const image = (root: string, name: string, changes: readonly string[]) =>
  sh(
    `tar -C ${root} -c . | ${podman} import -q ${changes.map((each) => `-c '${each}'`).join(' ')} - docker.io/library/${name}`,
  );

/** The image of the service, as the Dockerfile describes it. */
function build(program: string): void {
  const root = join(folder, 'service');
  cpSync(program, join(root, 'app/leads.mjs'));
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  const settings = ['USER', 'ENTRYPOINT', 'CMD', 'WORKDIR'].flatMap(
    (name) => dockerfile.match(new RegExp(`^${name} .*`, 'gm'))?.at(-1) ?? [],
  );
  const names = [
    'NODE_ENV=production',
    'HOST=0.0.0.0',
    'DATA_FILE=memory',
    'PATH=/usr/local/bin:/usr/bin:/bin:/sbin',
  ];
  image(root, 'partner-lead-service:latest', [...settings, ...names.map((each) => `ENV ${each}`)]);
}

const around = `
set -e
cd ${folder}
git() { case "$1" in
  clone) mkdir "$3" && (cd ${repository} && command git ls-files -z compose.file.yaml deploy | xargs -0 cp --parents --target-directory=${folder}/$3) ;;
  esac; }
docker() {
  [ "$1" != tag ] || { ${podman} tag "docker.io/library/$2" "docker.io/library/$3"; return; }
  case "$1 $2" in
    'system prune') return ;;
    'compose build') : > ${folder}/build; while [ -e ${folder}/build ]; do sleep 0.2; done; return ;;
  esac
  shift
  ${compose} "\${@/--build/--no-build}"
}
curl() { sleep 2; command curl -sS --insecure --fail-with-body --resolve leads.example.com:443:127.0.0.1 "$@"; echo; }
`;
const replaced: Readonly<Record<string, string>> = {
  'deploy/server/make-secrets':
    "deploy/server/make-secrets; sed -i '1s/{/{\\n\\tlocal_certs/' deploy/server/Caddyfile",
  'leads key issue Acme': 'API_KEY=$(leads key issue Acme); echo "$API_KEY"',
};
const beside = [
  'docker compose build', // after the way back
  'docker compose up --detach',
  'leads doctor',
  'DATA_FILE=/data/none.db leads audit || echo "refused with $?"',
  'curl http://127.0.0.1:9464/readyz',
  'docker compose exec -T upkeep ls /data/backups',
  'docker compose up --detach --force-recreate',
  'docker compose logs service',
  'docker compose logs upkeep',
  'docker compose ps --all',
];

mkdirSync(join(folder, 'storage'));
const service = spawn('sh', ['-c', `exec ${podman} system service --time=0 unix://${socket}`], {
  env,
  stdio: 'ignore',
});
try {
  const root = files('service');
  sh(`cp ${process.execPath} ${root}/usr/local/bin/node; cp /usr/bin/tini-static ${root}/sbin/tini
    ldd ${process.execPath} | grep -o '/[^ ]*' | xargs -I{} sh -c 'mkdir -p ${root}/$(dirname {}); cp -L {} ${root}{}'`);
  build(buildLastProgram(folder));
  const front = files('front');
  sh(`cp ${caddy} ${front}/usr/bin/caddy; mkdir ${front}/etc/caddy`);
  image(front, 'caddy:2.11-alpine', [
    'CMD ["caddy","run","--config","/etc/caddy/Caddyfile"]',
    ...['XDG_DATA_HOME=/data', 'XDG_CONFIG_HOME=/config', 'PATH=/usr/bin:/bin'].map((each) => `ENV ${each}`),
  ]);

  const commands = [...typed('Compose'), ...beside];
  const script = commands.map(
    (each) => `echo '$ ${each.replaceAll("'", "'\\''")}'\n${replaced[each] ?? each}`,
  );
  writeFileSync(join(folder, 'script'), [around, ...script].join('\n'));
  const typing = spawn('bash', ['-c', `exec bash ${folder}/script 2>&1 < /dev/null`], { env });
  let told = '';
  typing.stdout.on('data', (chunk) => {
    told += chunk;
    process.stdout.write(chunk);
  });
  while (typing.exitCode === null && typing.signalCode === null) {
    await delay(200);
    if (!existsSync(join(folder, 'build'))) continue;
    build(resolve('dist/leads.mjs'));
    rmSync(join(folder, 'build'));
  }
  assert.equal(typing.exitCode, 0);
  const isTold = (line: RegExp) => assert.ok(line.test(told), `${line}`);
  isTold(/^lead_live_\w+$/m);
  isTold(/^https:\/\/desk\.example\.com\/link\/\w+$/m);
  isTold(/^\{"statusCode":200,"body":\{"leadId":"[\da-f-]{36}"\}\}$/m);
  isTold(/^The file of leads has 1 lead now\./m);
  isTold(/^settings: from \.env$/m);
  isTold(/^leads-\d{8}T\d{6}Z\.db$/m);
} finally {
  if (existsSync(join(folder, 'leads/.env')))
    sh(`cd ${folder}/leads && ${compose} down --volumes --timeout 5 || true`);
  service.kill('SIGTERM');
  await delay(1_000);
  sh(
    `${podman} unmount --all > /dev/null 2>&1 || true; umount ${folder}/storage/overlay 2> /dev/null || true`,
  );
  rmSync(folder, { recursive: true, force: true });
}
