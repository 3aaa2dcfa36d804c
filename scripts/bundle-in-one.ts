import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, buildSync, build as esbuild, type Plugin } from 'esbuild';
import { pageContents } from '../src/adapters/inbound/reference-page/page-contents.ts';
import { assets } from '../src/operators/adapters/inbound/desk/assets.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { bundling } from './bundle-for-lambda.ts';
import { licences, packagesOf } from './licences.ts';

/** With short names it would be smaller by a quarter, and the stack of a fault would name nothing. */
const options = {
  ...bundling,
  external: [...bundling.external, 'supports-color'], // a development tool's, which `debug` would take
  minify: false,
  minifySyntax: true,
  minifyWhitespace: true,
  target: 'node22.18',
  legalComments: 'none',
  alias: { 'whatwg-url': 'node:url' },
} as const satisfies BuildOptions;

/**
 * Bundles all programs, with the pages, styles and scripts that they serve and the thread that reads a file of leads, into
 * one file, `leads.mjs`, that runs without any other. At its end are the licences of what is in it; which packages that is,
 * the list beside it says. Returns its weight.
 */
export async function bundleInOne(folder: string): Promise<string> {
  const outfile = `${folder}/leads.mjs`;
  const plugins = [texts, threads, nodesOwn];
  const entryPoints = ['src/bootstrap/one-file.ts'];
  const { metafile } = await esbuild({ ...options, entryPoints, outfile, plugins, metafile: true });
  const packages = packagesOf([...Object.keys(metafile.inputs), 'node_modules/swagger-ui-dist/']);
  const whole = `${readFileSync(outfile, 'utf8')}\n${licences(packages)}`;
  writeFileSync(outfile, whole);
  const named = packages.map(({ name, version }) => `${name}@${version}`);
  writeFileSync(`${folder}/leads.cdx.json`, billOfMaterials(new Set(named)));
  return `${outfile}: ${(Buffer.byteLength(whole) / 1_000).toFixed(0)} KB`;
}

const pathOf = (file: string) => fileURLToPath(import.meta.resolve(file));

/** Modules that read the files beside them have the texts in place of that. */
const texts: Plugin = {
  name: 'texts',
  setup({ onLoad }) {
    const sources = new Map([
      [pathOf('../src/operators/adapters/inbound/desk/assets.ts'), async () => assetsSource],
      [pathOf('../src/adapters/inbound/reference-page/page-contents.ts'), pageSource],
    ]);
    onLoad({ filter: /\/(assets|page-contents)\.ts$/ }, async ({ path }) => {
      const contents = await sources.get(path)?.();
      return contents === undefined ? undefined : { contents };
    });
  },
};

/** The module of the desk's styles and scripts with their texts. */
export const assetsSource = `export const assets = new Map(${JSON.stringify([...assets])});\n`;

/** Compressed: the library has 1.7 MB, which few ask for. */
async function pageSource(): Promise<string> {
  const packed = [...(pageContents ?? [])].map(async ([name, read]) => [
    name,
    gzipSync(await read()).toString('base64'),
  ]);
  return `import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
const packed = new Map(${JSON.stringify(await Promise.all(packed))});
const read = (text) => promisify(gunzip)(Buffer.from(text, 'base64'));
export const pageContents = new Map([...packed].map(([name, text]) => [name, () => read(text)]));\n`;
}

/**
 * Node's own modules are loaded in their turn. As imports, all would be there or missing before the first line runs, and
 * that of `http` would load undici, which takes longer than all else.
 */
const nodesOwn: Plugin = {
  name: 'nodesOwn',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[\w:/]+$/ }, ({ path, kind }) => {
      if (!isBuiltin(path)) return undefined;
      return kind === 'import-statement' ? { path, namespace: 'own' } : { path, external: true };
    });
    onLoad({ filter: /./, namespace: 'own' }, ({ path }) => ({
      contents: `module.exports = require('${path}');`,
    }));
  },
};

/** What runs in a thread is a bundle within the bundle. */
const threads: Plugin = {
  name: 'threads',
  setup({ onLoad }) {
    const place = /new URL\(`\.\/([\w-]+)\$\{extname\(import\.meta\.url\)\}`, import\.meta\.url\)/;
    const starting = globSync('src/**/*.ts').filter((file) =>
      readFileSync(file, 'utf8').includes('new Worker('),
    );
    onLoad({ filter: new RegExp(`/(${starting.join('|')})$`) }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const name = place.exec(source)?.[1];
      if (!name) throw new Error(`${path} starts a thread, and does not say so that a bundle can have it.`);
      const entryPoints = [join(dirname(path), `${name}.ts`)];
      const { outputFiles } = buildSync({ ...options, banner: {}, entryPoints, write: false });
      const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
      return {
        loader: 'ts',
        contents: source.replace(place, `new URL('data:text/javascript;base64,${code}')`),
      };
    });
  },
};
