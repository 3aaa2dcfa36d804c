import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { hasEnded, run } from './processes.ts';

/** How each proxy is run on what `deploy/proxies` has for it. */
const proxies = {
  nginx: {
    file: 'nginx.conf',
    listen: (text: string, port: number) => text.replace('listen 80;', `listen 127.0.0.1:${port};`),
    whole: (text: string, folder: string) =>
      `daemon off;\nworker_processes 1;\npid ${folder}/pid;\nevents {}\nhttp {\n${[
        ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
          (kind) => `${kind}_temp_path ${folder}/${kind};`,
        ),
        text.replace('/var/log/nginx/leads.log', `${folder}/access.log`),
      ].join('\n')}\n}\n`,
    args: (path: string, folder: string) => ['-c', path, '-p', folder, '-e', `${folder}/error.log`],
  },
  haproxy: {
    file: 'haproxy.cfg',
    listen: (text: string, port: number) => text.replace('bind :80', `bind 127.0.0.1:${port}`),
    whole: (text: string) => text,
    args: (path: string) => ['-db', '-f', path],
  },
};

export type ProxyName = keyof typeof proxies;

/** Whether it is here, as Debian has it (`.ci/run` installs it); in CI it must be. */
export function hasProxy(name: ProxyName): boolean {
  const { error } = spawnSync(name, ['-v']);
  if (!error) return true;
  if (process.env.CI) throw error;
  console.error(`\n!!! No ${name} (apt-get install nginx-light haproxy): its tests are SKIPPED.\n`);
  return false;
}

/** A proxy on loopback in front of two processes, configured as docs/proxies.md says. */
export async function startProxy(
  name: ProxyName,
  upstreams: readonly [string, string],
): Promise<{ readonly url: string } & AsyncDisposable> {
  const { file, listen, whole, args } = proxies[name];
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  const port = await freePort();
  const [one, two] = upstreams.map((each) => new URL(each).host);
  const shipped = (await readFile(`deploy/proxies/${file}`, 'utf8'))
    .replace('127.0.0.1:3000', one ?? '')
    .replace('127.0.0.1:3002', two ?? '');
  const path = join(folder, file);
  await writeFile(path, whole(listen(shipped, port), folder));
  const proxy = run(name, args(path, folder), {}, '.', 600_000);
  while (!(await answers(port))) {
    if (hasEnded(proxy.process)) throw new Error(proxy.written().err);
    await delay(20);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      proxy.process.kill('SIGTERM');
      await proxy.finished;
      await rm(folder, { recursive: true });
    },
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('close', () => socket.destroy()).end();
  });
