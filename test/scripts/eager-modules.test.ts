import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { lambdaBuild } from '../../scripts/bundle-for-lambda.ts';
import { eagerModules } from '../../scripts/eager-modules.ts';
import { functionFolder } from '../support/lambda-runtime.ts';
import { noLambda } from '../support/lambda-target.ts';

const files: Record<string, string> = {
  'entry.mjs': `
    import driver from './driver.cjs';
    const later = await import('./later.mjs');
    export const answer = [driver.name, later.name, [1].map((n) => n + 1)];`,
  'driver.cjs': `exports.name = require('./part.cjs').name + ' & co';`,
  'part.cjs': `exports.name = 'driver';`,
  'later.mjs': `export const name = 'later';`,
};

async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    ...lambdaBuild,
    banner: {}, // does not work in a module without a file
    entryPoints: ['entry.mjs'],
    write: false,
    plugins: [
      {
        name: 'from memory',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /entry|driver|part|later/ }, ({ path }) => ({
            path: path.replace('./', ''),
            namespace: 'memory',
          }));
          onLoad({ filter: /.*/, namespace: 'memory' }, ({ path }) => ({ contents: files[path] ?? '' }));
        },
      },
    ],
  });
  return outputFiles[0]?.text ?? '';
}

const run = async (code: string): Promise<unknown> =>
  (await import(`data:text/javascript,${encodeURIComponent(code)}`)).answer;

it('puts parentheses around every module of a bundle, and does not change what the bundle does', async () => {
  const before = await bundled();
  const after = eagerModules(before);
  expect(after.length - before.length).toBe(3 * '()'.length);
  expect(after.replaceAll(/[()]/g, '')).toBe(before.replaceAll(/[()]/g, ''));
  expect([await run(before), await run(after)]).toEqual(Array(2).fill(['driver & co', 'later', [2]]));
});

it('leaves every other function as it is', () => {
  const other = 'var a=()=>1,b=f(()=>1,2),c=f(1),d=f(function(){});f(()=>1);export{a,b,c,d};';
  expect(eagerModules(other)).toBe(other);
});

it.skipIf(noLambda)('is done to the function as it is deployed', () => {
  const built = readFileSync(`${functionFolder}/index.mjs`, 'utf8');
  expect(eagerModules(built) === built, 'no module is left without parentheses').toBe(true);
});
