import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import * as driver from 'mongodb';
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
    '',
    '',
    'class Pool extends (require("./error")).Base {',
    '  error_1 = new (require("./error")).Failure(this.error_1, (require(".")));',
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
    const kept = names.filter((name) => new RegExp(`(?<![.\\w])${name}\\b`).test(lazyRequires(module)));
    return kept.map((name) => `${name} in ${file}`);
  });
  expect([modules.length > 100, left]).toEqual([true, []]);
});

it('leaves the driver whole, and loads less than half of it for a client', async () => {
  const { outputFiles } = await build({
    ...lambdaBuild,
    alias: {},
    plugins: [lazy],
    minify: false,
    write: false,
    stdin: {
      contents: `
        const driver = require('mongodb');
        new driver.MongoClient('mongodb://127.0.0.1');
        export const loaded = [...globalThis.modulesOfTheDriver];
        export { driver };`,
      resolveDir: '.',
    },
  });
  const bundle = outputFiles[0]?.text ?? '';
  const heads = /"(node_modules\/mongodb\/lib\/[^"]+)"\((exports|.*, module)[^)]*\) \{/g;
  const reported = bundle.replace(
    heads,
    (head, name) => `${head} (globalThis.modulesOfTheDriver ??= new Set()).add(${JSON.stringify(name)});`,
  );
  const all = new Set([...bundle.matchAll(heads)].map(([, name]) => name));
  expect(all.size).toBeGreaterThan(100);

  const code = reported.replace('import.meta.url', JSON.stringify(import.meta.url));
  const run = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  expect(run.loaded.length).toBeLessThan(all.size / 2);
  const kinds = (exported: object) =>
    Object.entries(exported)
      .map(([name, value]) => `${name}: ${typeof value}`)
      .sort();
  const { default: _all, ...named } = driver as unknown as { default: unknown };
  expect(kinds(run.driver)).toEqual(kinds(named));
});
