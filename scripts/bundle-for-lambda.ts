import { renameSync, rmSync } from 'node:fs';
import { type BuildOptions, build, type Metafile } from 'esbuild';

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
 * Bundles a function into `folder`, which it replaces. Its source map becomes `folder.map`, outside, because it is not
 * deployed. Returns a table of what is in the bundle.
 */
export async function bundleForLambda(folder: string, entry = 'src/bootstrap/lambda.ts'): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  const outfile = `${folder}/index.mjs`;
  const { metafile } = await build({
    ...bundling,
    entryPoints: [entry],
    outfile,
    alias: { 'whatwg-url': 'node:url' }, // the same `URL`, without 290 KB
    metafile: true,
    sourcemap: 'external',
    sourcesContent: false,
  });
  renameSync(`${outfile}.map`, `${folder}.map`);
  return weights(metafile, outfile);
}

function weights({ outputs }: Metafile, outfile: string): string {
  const bundle = outputs[outfile];
  const parts = new Map<string, number>();
  for (const [file, { bytesInOutput }] of Object.entries(bundle?.inputs ?? {})) {
    const part = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? 'the service itself';
    parts.set(part, (parts.get(part) ?? 0) + bytesInOutput);
  }
  const heaviest = [...parts].sort(([, a], [, b]) => b - a).slice(0, 8);
  const rows = heaviest.map(([part, bytes]) => `  ${kilobytes(bytes)}  ${part}`);
  return [`${outfile}: ${kilobytes(bundle?.bytes ?? 0).trim()}, of which`, ...rows].join('\n');
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} KB`.padStart(7);
