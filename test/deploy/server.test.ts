import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig, settings } from '../../src/bootstrap/config.ts';
import { run } from '../support/processes.ts';

const dockerfile = await readFile('Dockerfile', 'utf8');
const known = Object.keys(settings);

/** The commands of the health check and of the image itself. */
const [healthCheck = [], command = []] = [...dockerfile.matchAll(/^\s*CMD (\[.*\])$/gm)].map(
  ([, words = '[]']): string[] => JSON.parse(words),
);

/** What the image is built from. */
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
  paths.split(' '),
);

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

describe('the image', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'image-'));
    for (const path of copied) await cp(path, join(folder, path), { recursive: true });
    const modules = join(folder, 'node_modules');
    await symlink(join(process.cwd(), 'node_modules'), modules);
    expect(dockerfile).toMatch(/^RUN node scripts\/build\.ts /m);
    const build = run(process.execPath, ['scripts/build.ts'], {}, folder);
    expect(await build.finished).toMatchObject({ code: 0 });

    await rm(modules);
    const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'));
    for (const name of Object.keys(dependencies)) {
      await mkdir(dirname(join(modules, name)), { recursive: true });
      await symlink(join(process.cwd(), 'node_modules', name), join(modules, name));
    }
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('runs without writing a file or starting a process, passes its health check, and ends on SIGTERM', async () => {
    const [node, program = ''] = command;
    expect([node, healthCheck[0]]).toEqual(['node', 'node']);
    const env = { PORT: await freePort(), LOG_LEVEL: 'silent', NODE_ENV: 'production' };
    const confined = ['--permission', '--allow-fs-read=*', join(folder, program)];
    const server = run(process.execPath, confined, env);
    await server.said('/v1/lead/');

    const base = `http://127.0.0.1:${env.PORT}`;
    const page = await (await fetch(`${base}/docs`)).text();
    const files = [...page.matchAll(/(?:href|src)="((?:docs|v1)\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(files).toHaveLength(6);
    for (const path of files) expect([path, (await fetch(`${base}/${path}`)).status]).toEqual([path, 200]);
    const check = healthCheck.slice(1);
    expect((await run(process.execPath, check, env).finished).code).toBe(0);
    server.process.kill('SIGTERM');
    expect((await server.finished).code).toBe(0);
    expect((await run(process.execPath, check, env).finished).code).toBe(1);
  });

  it('copies only what .dockerignore lets into its build', async () => {
    const ignore = await readFile('.dockerignore', 'utf8');
    expect(copied).toContain('src');
    expect(copied.filter((path) => !ignore.split('\n').includes(`!${path}`))).toEqual([]);
  });

  it('does not run as root', () => {
    expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  });
});

describe('compose.yaml', async () => {
  const { services, networks } = parse(await readFile('compose.yaml', 'utf8'));

  it('sets only existing settings, to valid values', () => {
    const { environment } = services.service;
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
    const byDefault = Object.entries<string>(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:-(.*)\}/, '$1'),
    ]);
    expect(readConfig(Object.fromEntries(byDefault))).toMatchObject({
      APP_ENV: 'production',
      METRICS_PORT: 9464,
    });
  });

  it('exposes only the front', () => {
    const open = Object.entries<{ ports?: unknown }>(services).filter(([, { ports }]) => ports);
    expect(open.map(([name]) => name)).toEqual(['front']);
    expect(networks[services.mongodb.networks[0]]).toEqual({ internal: true });
    expect(services.front.networks).not.toContain(services.mongodb.networks[0]);
  });

  it('gives the service a read-only root, no capabilities, and more than 10 s to end', () => {
    const { read_only, cap_drop, stop_grace_period } = services.service;
    expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ['ALL'] });
    expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(10);
  });

  it('starts the database as the replica set that the service expects', () => {
    const name = /replicaSet=(\w+)/.exec(services.service.environment.MONGODB_URI)?.[1];
    expect(services.mongodb.command).toContain(name);
    expect(services.mongodb.healthcheck.test.join(' ')).toContain(`_id: '${name}'`);
  });
});

describe('the systemd unit', async () => {
  const unit = await readFile('deploy/systemd/partner-lead-service.service', 'utf8');
  const entry = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1] ?? '';

  it('runs in production with the settings file that the documentation shows', async () => {
    const page = await readFile('docs/deploy-server.md', 'utf8');
    const [, file = ''] = /<<'END'\n(.*?)\n\s+END\n/s.exec(page) ?? [];
    const given = file.split('\n').map((line) => line.trim().replaceAll('"', '').split(/=(.*)/s));
    expect(readConfig(Object.fromEntries(given))).toMatchObject({ APP_ENV: 'production' });
  });

  it('starts what the image starts, and gives it more than 10 s to end', () => {
    expect(entry('ExecStart')).toBe(`/usr/bin/${command.join(' ')}`);
    expect(Number(entry('TimeoutStopSec'))).toBeGreaterThan(10);
    expect(unit).not.toContain('MemoryDenyWriteExecute=yes'); // V8 writes the code that it runs
  });
});
