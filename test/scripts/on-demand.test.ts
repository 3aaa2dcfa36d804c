import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { lambdaBuild } from '../../scripts/bundle-for-lambda.ts';
import { functionFolder } from '../support/lambda-runtime.ts';
import { noLambda } from '../support/lambda-target.ts';

const folder = mkdtempSync(join(tmpdir(), 'on-demand-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('puts what is imported on demand into a file of its own, which works', async () => {
  const files = {
    'entry.ts': `
      import { shared } from './shared.ts';
      export const later = async () => (await import('./later.ts')).later();
      export const now = shared('now');`,
    'later.ts': `
      import { shared } from './shared.ts';
      export const later = () => shared('much later');`,
    'shared.ts': `export const shared = (when: string) => 'answered ' + when;`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  await build({
    ...lambdaBuild,
    entryPoints: [join(folder, 'entry.ts')],
    outfile: join(folder, 'built', 'index.mjs'),
  });
  expect(readdirSync(join(folder, 'built')).sort()).toEqual(['index.mjs', 'later.mjs']);
  expect(readFileSync(join(folder, 'built', 'index.mjs'), 'utf8')).not.toContain('much later');
  const { now, later } = await import(join(folder, 'built', 'index.mjs'));
  expect([now, await later()]).toEqual(['answered now', 'answered much later']);
});

it('refuses a name that another file has, be it the bundle', async () => {
  const bundled = (imported: string) => {
    const stdin = {
      contents: `await import('./a/same.ts'); await import('${imported}');`,
      resolveDir: folder,
    };
    return build({ ...lambdaBuild, stdin, outfile: join(folder, 'built', 'index.mjs'), logLevel: 'silent' });
  };
  for (const name of ['a/same.ts', 'b/same.ts', 'a/index.ts']) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), 'export {};');
  }
  await expect(bundled('./a/same.ts')).resolves.toBeDefined();
  await expect(bundled('./b/same.ts')).rejects.toThrow('b/same.ts needs another name');
  await expect(bundled('./a/index.ts')).rejects.toThrow('the bundle is index.mjs');
});

it.skipIf(noLambda)('is done to the function as it is deployed', () => {
  expect(readdirSync(functionFolder).sort()).toEqual(['document.mjs', 'index.mjs', 'vendor-quota.mjs']);
});
