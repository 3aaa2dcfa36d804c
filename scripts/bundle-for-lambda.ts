import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin, transform } from 'esbuild';

/** What MongoDB's driver would load if it were installed: other ways to sign in, to compress and to reach a server. */
const optionalPeers = [
  '@aws-sdk/credential-providers',
  '@mongodb-js/zstd',
  'aws4',
  'gcp-metadata',
  'kerberos',
  'mongodb-client-encryption',
  'snappy',
  'socks',
];

/** What any handler with MongoDB's driver needs: the benchmark's bare handler is bundled with these options alone. */
export const bundling = {
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'esm',
  external: optionalPeers,
  // The driver is CommonJS and loads Node's modules with `require`, which an ES module does not have.
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
} as const satisfies BuildOptions;

/**
 * Bundles a function into `folder`, which it replaces: `index.mjs`, what that shares, and apart what is imported when it is
 * needed. The source maps go to `folder.maps`, outside, because they are not deployed. Returns a table of what is in it.
 */
export async function bundleForLambda(folder: string, entry = 'src/bootstrap/lambda.ts'): Promise<string> {
  const maps = `${folder}.maps`;
  for (const each of [folder, maps]) rmSync(each, { recursive: true, force: true });
  for (const each of [folder, maps]) mkdirSync(each, { recursive: true });
  const { metafile, outputFiles } = await build({
    ...bundling,
    minify: false,
    minifySyntax: true,
    minifyWhitespace: true,
    entryPoints: { index: entry },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    splitting: true,
    plugins: [startInOne(entry)],
    alias: { 'whatwg-url': 'node:url' }, // the same `URL`, without 290 KB
    metafile: true,
    write: false,
    sourcemap: 'inline',
    sourcesContent: false,
  });
  for (const { path, text } of outputFiles) {
    const name = basename(path);
    const { code, map } = await transform(text, shortNames);
    writeFileSync(join(folder, name), code);
    writeFileSync(join(maps, `${name}.map`), map);
  }
  return `${folder}: ${weights(folder, metafile)}`;
}

/**
 * Keeps the start in one file: whatever is imported when it is needed exports all that the entry imports, too. Else esbuild
 * divides the start into twenty files, by who shares what, which take Node longer to load. The entry itself would not do,
 * because that awaits some of these imports.
 */
function startInOne(entry: string): Plugin {
  const imports = readFileSync(entry, 'utf8').matchAll(/^import .* from '(.*)';$/gm);
  const start = [...imports]
    .map(([, path = ''], at) => `export * as start${at} from './${path}';`)
    .join('\n');
  const folder = resolve(dirname(entry));
  return {
    name: 'startInOne',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        return { path: relative(folder, join(resolveDir, path)), namespace: 'later' };
      });
      onLoad({ filter: /./, namespace: 'later' }, ({ path }) => ({
        contents: `export * from './${path}';\n${start}`,
        resolveDir: folder,
      }));
    },
  };
}

/**
 * Names are made short in a step of their own: with them in the first, esbuild wraps each CommonJS module in an arrow
 * function, and Node takes a third longer to load the driver.
 */
const shortNames = { minify: true, format: 'esm', sourcemap: 'external', sourcesContent: false } as const;

/** What is loaded at the start: the rest is named after what is imported. */
export const isOfStart = (file: string): boolean => /(^|\/)(index|chunk-\w+)\.mjs$/.test(file);

function weights(folder: string, { outputs }: Metafile): string {
  const start = Object.entries(outputs).filter(([file]) => isOfStart(file));
  const whole = start.reduce((sum, [file]) => sum + statSync(join(folder, basename(file))).size, 0);
  const parts = new Map<string, number>();
  for (const [file, { bytesInOutput }] of start.flatMap(([, { inputs }]) => Object.entries(inputs))) {
    const part = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? 'the service itself';
    parts.set(part, (parts.get(part) ?? 0) + bytesInOutput);
  }
  const heaviest = [...parts].sort(([, a], [, b]) => b - a).slice(0, 8);
  const rows = heaviest.map(([part, bytes]) => `  ${kilobytes(bytes)}  ${part}`);
  return [`${kilobytes(whole).trim()} at the start; with long names, of these`, ...rows].join('\n');
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} KB`.padStart(7);
