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
    'const pool_1 = require("./pool");',
    'const _1 = require(".");',
    'class Server extends pool_1.Base {',
    '  pool_1 = new pool_1.Failure(this.pool_1, _1);',
    '}',
  ];
  expect(lazyRequires(module.join('\n')).split('\n')).toEqual([
    '"use strict";',
    'let pool_1;',
    'let _1;',
    'class Server extends (pool_1 ??= require("./pool")).Base {',
    '  pool_1 = new (pool_1 ??= require("./pool")).Failure(this.pool_1, (_1 ??= require(".")));',
    '}',
  ]);
});

it.each([
  'const os = require("os");\nos.cpus();',
  'require("./effect");',
  'const error_1 = require("./error");\nerror_1.Base;',
  'const pool_1 = load("./pool");\npool_1.Base;',
  'let pool_1 = require("./pool");\npool_1 = 2;',
])('leaves %j as it is', (module) => {
  expect(lazyRequires(module)).toBe(module);
});

const folder = 'node_modules/mongodb/lib';
const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.js'),
);

it('knows every way in which the driver uses what it requires', () => {
  const moved = modules.map((file) => lazyRequires(readFileSync(join(folder, file), 'utf8')));
  const names = moved.map((module) => [...module.matchAll(/^let (\w*_\d+);$/gm)].map(([, name]) => name));
  expect(names.flat().length).toBeGreaterThan(300);
  const uses = moved.map((module, n) =>
    (names[n] ?? []).flatMap(
      (name) => module.match(new RegExp(`(?<![.\\w]|let )${name}\\b.{12}`, 'g')) ?? [],
    ),
  );
  expect(uses.flat().filter((use) => !use.endsWith(' ??= require'))).toEqual([]);
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
