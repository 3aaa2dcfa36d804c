import { linkSync, rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../support/processes.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clone-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('what is installed', () => {
  const lock = (packages: object) => JSON.stringify({ packages: { '': {}, ...packages } });
  const koa = { version: '3.3.0', integrity: 'sha512-a' };

  /** What the launcher says in a clone. There is no npm to be found: not even a wrong launcher installs something. */
  async function saidWith(
    wanted: object,
    installed: object,
    env: Record<string, string>,
    ...words: string[]
  ) {
    await cp('scripts', join(folder, 'scripts'), { recursive: true });
    await mkdir(join(folder, 'node_modules'), { recursive: true });
    await writeFile(join(folder, 'program.mjs'), "console.log('runs')");
    await writeFile(join(folder, 'node_modules/.package-lock.json'), lock(installed));
    await writeFile(join(folder, 'package-lock.json'), lock(wanted));
    await utimes(join(folder, 'node_modules/.package-lock.json'), 0, 0); // as after any change of branches
    const launcher = join(folder, 'scripts/run.mjs');
    const args = words.length > 0 ? words : ['program.mjs'];
    return run(process.execPath, [launcher, ...args], { PATH: '', ...env }, folder).finished;
  }

  it.each([
    ['is what is wanted, however old', { 'node_modules/koa': koa }],
    [
      'lacks what other systems need',
      { 'node_modules/koa': koa, 'node_modules/x': { ...koa, optional: true } },
    ],
  ])('%s: the program runs', async (_, wanted) => {
    expect(await saidWith(wanted, { 'node_modules/koa': koa }, {})).toMatchObject({ code: 0, out: 'runs\n' });
  });

  it.each([
    ['is of another version', { 'node_modules/koa': { ...koa, version: '3.2.0' } }],
    ['has other contents', { 'node_modules/koa': { ...koa, integrity: 'sha512-b' } }],
    ['lacks something', {}],
  ])('%s: a test is told, and nothing is installed', async (_, installed) => {
    const { code, out, err } = await saidWith({ 'node_modules/koa': koa }, installed, { VITEST: 'true' });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^Not as in package-lock\.json: node_modules\/koa\. A test installs nothing/);
  });

  it('lacks something: outside of a test it is installed', async () => {
    const { code, err } = await saidWith({ 'node_modules/koa': koa }, {}, { VITEST: '' });
    expect(code).toBe(1);
    expect(err).toMatch(/^Installing what is missing \(npm ci --omit.*\) …\nThe installation failed\./);
  });

  /** The kinds of packages that it tells npm to leave out, in a clone where koa is missing. */
  async function omitted(env: Record<string, string>, installed: object, ...words: string[]) {
    const { err } = await saidWith({ 'node_modules/koa': koa }, installed, { VITEST: '', ...env }, ...words);
    return [...err.matchAll(/--omit=(\w+)/g)].map(([, kind]) => kind);
  }

  it('the tools, other Nodes and what only some settings need are left out', async () => {
    expect(await omitted({}, {})).toEqual(['dev', 'optional', 'peer']);
  });

  it('a command for developers leaves nothing out', async () => {
    expect(await omitted({}, {}, '--tools', 'program.mjs')).toEqual([]);
  });

  it('what is there stays', async () => {
    expect(await omitted({}, { 'node_modules/vitest': { ...koa, dev: true } })).toEqual(['optional', 'peer']);
    expect(await omitted({}, { 'node_modules/node': { ...koa, peer: true } })).toEqual(['dev', 'optional']);
  });

  it.each(['MONGODB_URI', 'MONGODB_URI_FILE', 'DESK_OIDC_ISSUER', 'METRICS_PORT'])(
    '%s needs more',
    async (name) => {
      expect(await omitted({ [name]: '9464' }, {})).toEqual(['dev', 'peer']);
    },
  );

  it.each([
    ['set', '# Metrics\nexport METRICS_PORT=9464\n', ['dev', 'peer']],
    ['not set', '# METRICS_PORT=9464\nMETRICS_PORT=\n', ['dev', 'optional', 'peer']],
  ])('such a setting counts in .env, too, where it is %s', async (_, text, kinds) => {
    await writeFile(join(folder, '.env'), text);
    expect(await omitted({}, {})).toEqual(kinds);
  });

  it('so does a database that a command names', async () => {
    const words = ['program.mjs', 'copy', '--from', 'leads.db', '--to', 'mongodb://127.0.0.1/leads'];
    expect(await omitted({}, {}, ...words)).toEqual(['dev', 'peer']);
  });

  it('lacks one of these: it is missing only if it is needed', async () => {
    const mongodb = { version: '7.9.0', integrity: 'sha512-c', optional: true };
    const wanted = {
      deploy: { optionalDependencies: { mongodb: '7.9.0' } },
      'node_modules/koa': koa,
      'node_modules/mongodb': mongodb,
    };
    const installed = { deploy: {}, 'node_modules/koa': koa };
    expect(await saidWith(wanted, installed, {})).toMatchObject({ code: 0, out: 'runs\n' });
    const { err } = await saidWith(wanted, installed, { VITEST: 'true', MONGODB_URI: 'mongodb://a' });
    expect(err).toMatch(/^Not as in package-lock\.json: node_modules\/mongodb\./);
  });
});

/** As in a new clone: its first command begins on the Node that was there before. */
describe('on another Node', () => {
  const other = resolve('node_modules', `.other-node-${process.pid}`);
  beforeEach(() => linkSync(process.execPath, other));
  afterEach(() => rmSync(other));

  const start = async (source: string, ...args: string[]) => {
    await writeFile(join(folder, 'program.mjs'), source);
    return run(other, ['scripts/run.mjs', join(folder, 'program.mjs'), ...args]);
  };

  it('the program runs on the one that the repository brings, and its exit code is passed on', async () => {
    const source = 'console.log(process.execPath, process.argv.slice(2).join()); process.exitCode = 7';
    const running = await start(source, '--a', 'b');
    expect(await running.finished).toMatchObject({ code: 7, out: `${process.execPath} --a,b\n` });
  });

  it('a signal reaches it, and how it ends is passed on', async () => {
    const running = await start(
      "process.on('SIGHUP', () => console.log('heard')); setInterval(() => {}, 1_000); console.log('up')",
    );
    await running.said('up');
    running.process.kill('SIGHUP');
    await running.said('heard');
    running.process.kill('SIGTERM');
    await running.finished;
    expect(running.process.signalCode).toBe('SIGTERM');
  });

  it('it ends when that one is killed', async () => {
    const running = await start("console.log('up'); setInterval(() => {}, 1_000)");
    await running.said('up');
    running.process.kill('SIGKILL');
    await running.finished; // its output ends with the program
  });
});
