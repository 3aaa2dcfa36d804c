import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { resolved } from './compose-file.ts';

/**
 * `node stand-in.ts systemctl|systemd-run|docker WORDS…`: as much of these programs as docs/one-machine.md types, where none
 * of them can run. What they would start runs in the folder ROOT, which stands for `/`, on PORT, DESK_PORT and
 * METRICS_PORT. `test/deep/one-machine.ts` has the real ones.
 */
const { ROOT = '', NODE = process.execPath, ...ports } = process.env;
const [program, ...words] = process.argv.slice(2);
type Texts = Readonly<Record<string, string | undefined>>;

const here = (path: string): string => join(ROOT, path);
const pidFile = join(ROOT, 'pid');

/** The settings of the process, but for where it listens. */
function environment(given: Texts): NodeJS.ProcessEnv {
  const { PORT, DESK_PORT, METRICS_PORT } = ports;
  return { PATH: process.env.PATH, ...given, HOST: '127.0.0.1', PORT, DESK_PORT, METRICS_PORT };
}

async function start(cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (existsSync(pidFile)) return;
  const { pid } = spawn(NODE, ['leads.mjs'], {
    cwd,
    env,
    detached: true,
    stdio: 'ignore',
  }).on('exit', (code) => process.exit(code ?? 1));
  writeFileSync(pidFile, `${pid}`);
  while (!(await fetch(`http://127.0.0.1:${env.PORT}/readyz`).catch(() => undefined))?.ok) await delay(50);
}

async function stop(): Promise<void> {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  process.kill(pid, 'SIGTERM');
  while (existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')))
    await delay(50);
  rmSync(pidFile);
}

const run = (cwd: string, env: NodeJS.ProcessEnv, args: readonly string[]): never =>
  process.exit(spawnSync(NODE, args, { cwd, env, stdio: 'inherit' }).status ?? 1);

/** What a unit says of something. */
function unit(name: string): (property: string) => string[] {
  const text = readFileSync(here(`/etc/systemd/system/${name.replace(/(\.service)?$/, '.service')}`), 'utf8');
  return (property) =>
    [...text.matchAll(new RegExp(`^${property}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}

const fromFiles = (paths: readonly string[]): Texts =>
  parseEnv(paths.map((path) => readFileSync(path.startsWith(ROOT) ? path : here(path), 'utf8')).join('\n'));
const fromWords = (list: readonly string[]): Texts =>
  parseEnv(list.flatMap((line) => line.split(' ')).join('\n'));

async function systemctl([verb, ...rest]: readonly string[]): Promise<void> {
  const isOfService = rest.includes('partner-lead-service');
  if (isOfService && ['stop', 'restart'].includes(verb ?? '')) await stop();
  if (!isOfService || !['start', 'restart', 'enable'].includes(verb ?? '')) return;
  const of = unit('partner-lead-service');
  const settings = { ...fromWords(of('Environment')), ...fromFiles(of('EnvironmentFile')) };
  mkdirSync(here('/var/lib/partner-lead-service'), { recursive: true });
  await start(here(of('WorkingDirectory')[0] ?? ''), environment(settings));
}

function systemdRun(all: readonly string[]): void {
  const first = all.findIndex((word) => !word.startsWith('--'));
  const options = (name: string) =>
    all.slice(0, first).flatMap((word) => (word.startsWith(name) ? word.slice(name.length) : []));
  const settings = {
    ...fromWords(options('--setenv=')),
    ...fromFiles(options('--property=EnvironmentFile=')),
  };
  const [, file = '', ...args] = all.slice(first);
  run(ROOT, environment(settings), [here(file), ...args.map((arg) => arg.replaceAll('$$', '$'))]);
}

async function docker([compose, verb, ...rest]: readonly string[]): Promise<void> {
  if (compose !== 'compose') return;
  const dotEnv = readFileSync('.env', 'utf8');
  const { services } = resolved(`${parseEnv(dotEnv).COMPOSE_FILE}`, dotEnv);
  const inContainer = Object.entries(services.service?.environment ?? {}).map(([name, value]) => [
    name,
    value.replace(/^\/run\/secrets\//, './secrets/').replace(/^\/data\//, here('/data/')),
  ]);
  mkdirSync(here('/data'), { recursive: true });
  const env = environment({ ...Object.fromEntries(inContainer), DESK_HOST: '127.0.0.1' });
  if (verb === 'stop' || (verb === 'up' && existsSync(pidFile))) await stop();
  if (verb === 'up' || verb === 'start') await start('.', env);
  if (verb === 'run') run('.', env, rest.slice(rest.indexOf('node') + 1));
}

if (program === 'systemctl') await systemctl(words);
if (program === 'systemd-run') systemdRun(words);
if (program === 'docker') await docker(words);
process.exit();
