import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownCrmExample } from '../examples/own-crm.ts';
import { type Project, pack, projectWithPackage } from '../support/installed-package.ts';
import { run } from '../support/processes.ts';
import { succeeds } from '../support/shell.ts';

const { version, dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
  await readFile('package.json', 'utf8'),
);
const peers = Object.keys(peerDependencies);

/** What its pages show. */
const pages = [await readFile('docs/library.md', 'utf8'), await readFile('docs/own-store.md', 'utf8')];
const samples = [...pages.join('').matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);

let tarball: string;
beforeAll(async () => {
  tarball = await pack();
}, 300_000); // of which the run's one build may take most
afterAll(() => rm(dirname(tarball), { recursive: true }));

ownCrmExample(() => tarball);

describe('the package, installed from its tarball', () => {
  let project: Project;
  beforeAll(async () => {
    project = await projectWithPackage(tarball, [...peers, '@types/node', 'typescript']);
    await project.add('test/library/consumer');
  });
  afterAll(() => project.remove());

  it('runs a use case without I/O', async () => {
    // No threads, child processes or writes; reading is needed to load the code.
    const confined = ['--permission', '--allow-fs-read=*'];
    expect(await project.run('node', ...confined, 'consumer/use-case.ts')).toContain('used without I/O');
  });

  it('has a core that loads no module that could open a socket', async () => {
    const look = 'process.moduleLoadList.filter((name) => /NativeModule (net|tls|http|dgram)$/.test(name))';
    const loaded = await project.run(
      'node',
      '--input-type=module',
      '-e',
      `await import('partner-lead-service'); console.log(String(${look}))`,
    );
    expect(loaded.trim()).toBe('');
  });

  it("can be mounted into a Koa application, with someone else's CRM", async () => {
    expect(await project.run('node', 'consumer/own-koa-app.ts')).toContain('mounted');
  });

  it("can answer the events of a Lambda function, with someone else's CRM", async () => {
    expect(await project.run('node', 'consumer/own-lambda.ts')).toContain('mounted');
  });

  it('has a server that keeps leads in a store of one’s own, and a command line for it', async () => {
    const said = await project.run('node', 'consumer/own-server.ts');
    expect(said).toContain('APP_ENV cannot be production with this store (a list)');
    expect(said).toContain('(our own) has to bind tokens.crm, tokens.vendors, tokens.storeHealth, too.');
    expect(said).toContain('(our own) has to bind tokens.tickets, too.');
    expect(said).toContain('(our own) has to bind tokens.hooks, tokens.deliveries, too.');
    expect(said).toMatch(/moved .* to Won/i);
  });

  it('has a function for a store of one’s own', async () => {
    expect(await project.run('node', 'consumer/own-function.ts')).toContain('answered');
  });

  it.each([
    ['a function without MongoDB', 'consumer/own-function.ts', ['mongodb'], 'answered'],
    ['a server with a desk', 'consumer/bundled-server.ts', [], `served as ${version}`],
  ])(
    'runs in a bundle, far from its packages and in another package: %s',
    async (_, file, external, said) => {
      const page = await readFile('docs/library.md', 'utf8');
      const [, shown = ''] = /^esbuild handler\.ts ((?:.*\\\n)*.*)$/m.exec(page) ?? [];
      const elsewhere = await mkdtemp(join(tmpdir(), 'elsewhere-'));
      try {
        await mkdir(join(elsewhere, 'a/b'), { recursive: true });
        await writeFile(join(elsewhere, 'package.json'), '{ "version": "99.0.0" }');
        const bundle = join(elsewhere, 'a/b/index.mjs');
        const flags = external.map((name) => ` --external:${name}`).join('');
        await succeeds(
          `esbuild ${file}${flags} ${shown.replace('--outfile=index.mjs', `--outfile=${bundle}`)}`,
          project.path,
        );
        expect(await project.run('node', bundle)).toContain(said);
      } finally {
        await rm(elsewhere, { recursive: true });
      }
    },
  );

  it('can be composed for a runtime of one’s own', async () => {
    expect(await project.run('node', 'consumer/own-runtime.ts')).toContain('composed');
  });

  it('runs the code that its documentation shows', async () => {
    expect(samples).toHaveLength(6);
    for (const [index, code] of samples.entries()) await project.write(`consumer/shown-${index}.ts`, code); // where a later test typechecks it
    const all = samples.map((_, index) => `await import('./consumer/shown-${index}.ts');`);
    await project.run('node', '--input-type=module', '-e', all.join(''));
  });

  it('has the entries that its documentation names, and no others', async () => {
    const page = await readFile('docs/library.md', 'utf8');
    const { exports } = JSON.parse(await readFile('package.json', 'utf8'));
    const named = [...page.matchAll(/^\| `(?:partner-lead-service|…)([^`]*)`/gm)].map(
      ([, path]) => `.${path}`,
    );
    expect(named).toEqual(Object.keys(exports).filter((entry) => entry !== './package.json'));
  });

  it('typechecks as a module of Node, its own declarations too', async () => {
    const compilerOptions = {
      target: 'es2024',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      types: ['node'],
    };
    await project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['consumer'] }));
    expect(await project.run('tsc', '-p', 'tsconfig.json')).toBe('');
  }, 300_000);

  it('passes publint', async () => {
    const { buffer } = new Uint8Array(await readFile(tarball));
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
  });

  it('has types that every way of resolving them finds', async () => {
    const attw = `npx --yes @arethetypeswrong/cli@0.18.5 ${tarball} --profile esm-only`;
    expect(await succeeds(attw, dirname(tarball))).toContain('partner-lead-service/testing');
  }, 120_000);

  it('could be published', async () => {
    const published = `npm publish --dry-run --ignore-scripts --json ${tarball}`;
    expect(await succeeds(published, dirname(tarball))).toContain('"id": "partner-lead-service@');
  }, 120_000);

  it('runs that code where pnpm has installed it beside what the table of entries names', async () => {
    const page = await readFile('docs/library.md', 'utf8');
    const named = [...page.matchAll(/^\| `…\/\w.*\| ([^|]*) \|$/gm)].flatMap(([, beside = '']) =>
      [...beside.matchAll(/`([^`…]+)`/g)].flatMap(([, names = '']) => names.split(' ')),
    );
    const folder = await mkdtemp(join(tmpdir(), 'pnpm-'));
    try {
      await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
      const beside = [...new Set(named)].filter((name) => peers.includes(name) && name !== 'vitest');
      await succeeds(`npx --yes pnpm@12.21.0 add ${tarball} ${beside.join(' ')}`, folder);
      for (const [index, code] of samples.entries()) await writeFile(join(folder, `${index}.ts`), code);
      const all = samples.map((_, index) => `await import('./${index}.ts');`);
      await succeeds(`node --input-type=module -e "${all.join('')}"`, folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  }, 120_000);

  it('has the entries that its exports name, and each loads by itself', async () => {
    const { name, exports } = JSON.parse(
      await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'),
    );
    const entries = Object.keys(exports).filter((entry) => !entry.endsWith('.json') && entry !== './testing');
    for (const entry of entries) {
      const specifier = name + entry.slice(1);
      expect(await project.run('node', '--input-type=module', '-e', `await import('${specifier}')`)).toBe('');
    }
  });

  it('has code, types and documents alone: no sources, maps, pictures or declarations that nobody reaches', async () => {
    const files = (await project.run('node', '-e', listing)).trim().split('\n');
    expect(files).toContain('docs/library.md');
    expect(files).toContain('dist/bootstrap/start-server.js');
    expect(files.filter((file) => /\/test\/|dist\/lambda|\.map$|\.png$|\.svg$/.test(file))).toEqual([]);
    expect(files.filter((file) => /^src\/.*\.ts$/.test(file))).toEqual([]);
    const declared = files.filter((file) => file.endsWith('.d.ts'));
    expect(declared.length).toBeGreaterThan(100);
    expect(declared.length).toBeLessThan(300);
  });

  it('runs nothing when it is installed, which npm would warn of', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(scripts.prepack).toBe('npm run -s build'); // by which npm pack works in a clone
    const whenInstalled = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];
    expect(whenInstalled.filter((name) => name in scripts)).toEqual([]);
    const folder = await mkdtemp(join(tmpdir(), 'installed-'));
    try {
      await writeFile(join(folder, 'package.json'), '{ "private": true }');
      const said = await succeeds(`npm install --no-audit --no-fund ${tarball} 2>&1`, folder);
      expect(said).not.toContain('warn install-scripts');
      expect(said).toMatch(/added \d+ packages/);
    } finally {
      await rm(folder, { recursive: true });
    }
  }, 120_000);

  it('brings nothing that its user has not asked for', async () => {
    expect(peers.filter((name) => !peerDependenciesMeta[name]?.optional)).toEqual([]);
    const brought = new Set(Object.keys(dependencies));
    for (const name of brought) {
      const own = JSON.parse(await readFile(join('node_modules', name, 'package.json'), 'utf8'));
      for (const needed of Object.keys(own.dependencies ?? {})) brought.add(needed);
    }
    expect([...brought].filter((name) => peers.includes(name) || name.startsWith('@koa/'))).toEqual([]);
    const folders = [...brought].map((name) => join('node_modules', name));
    const own = join(project.path, 'node_modules/partner-lead-service');
    const { out } = await run('du', ['-skc', own, ...folders]).finished;
    expect(Number.parseInt(out.trim().split('\n').at(-1) ?? '', 10)).toBeLessThan(19 * 1024);
  });

  it('has every page and file that its pages link to', async () => {
    expect(await project.run('node', '-e', deadLinks)).toBe('');
  });
});

const deadLinks = `
  const path = require('node:path');
  const root = 'node_modules/partner-lead-service';
  for (const page of fs.readdirSync(root, { recursive: true }).filter((file) => file.endsWith('.md')))
    for (const [, link] of fs.readFileSync(path.join(root, page), 'utf8').matchAll(/\\]\\((?!https?:|#)([^)#]+)/g))
      if (!/\\.(png|svg)$/.test(link) && !fs.existsSync(path.join(root, path.dirname(page), link))) console.log(page, link);`;

const listing = `for (const file of fs.readdirSync('node_modules/partner-lead-service', { recursive: true })) console.log(file)`;
