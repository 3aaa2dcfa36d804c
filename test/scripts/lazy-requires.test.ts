import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { lambdaBuild } from '../../scripts/bundle-for-lambda.ts';
import { lazy, lazyRequires } from '../../scripts/lazy-requires.ts';

it('moves what a module requires to where it is used', () => {
  const module = [
    '"use strict";',
    'const error_1 = require("./error");',
    'const _1 = require(".");',
    'class Pool extends error_1.Base {',
    '  error_1 = new error_1.Failure(this.error_1, _1);',
    '}',
  ];
  expect(lazyRequires(module.join('\n')).split('\n')).toEqual([
    '"use strict";',
    'let error_1;',
    'let _1;',
    'class Pool extends (error_1 ??= require("./error")).Base {',
    '  error_1 = new (error_1 ??= require("./error")).Failure(this.error_1, (_1 ??= require(".")));',
    '}',
  ]);
});

it.each([
  'const os = require("os");\nos.cpus();',
  'require("./effect");',
  'const error_1 = load("./error");\nerror_1.Base;',
  'let error_1 = require("./error");\nerror_1 = 2;',
])('leaves %j as it is', (module) => {
  expect(lazyRequires(module)).toBe(module);
});

const folder = 'node_modules/mongodb/lib';
const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.js'),
);

it('knows every way in which the driver uses what it requires', () => {
  const left = modules.flatMap((file) => {
    const module = readFileSync(join(folder, file), 'utf8');
    const names = [...module.matchAll(/^const (\w*_\d+) = require\("[^"]+"\);$/gm)].map(([, name]) => name);
    const kept = names.filter((name) =>
      new RegExp(`(?<![.\\w])(?<!let )${name}\\b(?! \\?\\?= require)`).test(lazyRequires(module)),
    );
    return kept.map((name) => `${name} in ${file}`);
  });
  expect([modules.length > 100, left]).toEqual([true, []]);
});

it('has the driver load each of its modules as before, and less than half of them for a client', async () => {
  const { outputFiles } = await build({
    ...lambdaBuild,
    alias: {},
    plugins: [lazy],
    minify: false,
    write: false,
    stdin: {
      contents: `
        const loaded = (globalThis.modulesOfTheDriver = new Set());
        const { MongoClient } = require('mongodb');
        new MongoClient('mongodb://127.0.0.1');
        export const forClient = loaded.size;
        export const all = { ${modules.map((file) => `get '${file}'() { return require('./${folder}/${file}'); }`)} };`,
      resolveDir: '.',
    },
  });
  const heads = /"node_modules\/mongodb\/lib\/[^"]+"\([^)]*\) \{/g;
  const bundle = (outputFiles[0]?.text ?? '')
    .replace(heads, (head) => `${head} globalThis.modulesOfTheDriver.add(${JSON.stringify(head)});`)
    .replace('import.meta.url', JSON.stringify(import.meta.url));
  const { forClient, all } = await import(`data:text/javascript,${encodeURIComponent(bundle)}`);
  expect(forClient).toBeLessThan(modules.length / 2);

  const require = createRequire(import.meta.url);
  const kinds = (exported: object) => Object.entries(exported).map(([name, value]) => [name, typeof value]);
  for (const file of modules) expect(kinds(all[file]), file).toEqual(kinds(require(resolve(folder, file))));
});
