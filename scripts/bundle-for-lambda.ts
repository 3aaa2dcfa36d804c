import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { eager } from './eager-modules.ts';
import { lazy } from './lazy-requires.ts';
import { onDemand } from './on-demand.ts';

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

/** Shared with the benchmark's bare handler, so that both are bundled in the same way. */
export const lambdaBuild = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node22',
  // For older Nodes esbuild turns /\p{L}/u into a call, which it has to keep even if nobody uses the pattern.
  supported: { 'regexp-unicode-property-escapes': true },
  format: 'esm',
  legalComments: 'none',
  metafile: true,
  external: optionalPeers,
  alias: {
    inversify: './scripts/lean/inversify.ts',
    mongodb: './scripts/lean/mongodb.ts',
    'whatwg-url': './scripts/lean/whatwg-url.ts', // 290 KB of what Node has built in
    'rate-limiter-flexible': './scripts/lean/rate-limiter-flexible.ts',
    '@mongodb-js/saslprep': './scripts/lean/saslprep.ts',
  },
  // The driver is CommonJS and loads Node's modules with `require`, which an ES module does not have.
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  plugins: [lazy, onDemand, eager],
} as const satisfies BuildOptions;

/** Bundles the function into `folder`, which it replaces, with a file for each part that few use; returns a table of all sizes. */
export async function bundleForLambda(folder: string): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  const outfile = `${folder}/index.mjs`;
  const { metafile } = await build({ ...lambdaBuild, entryPoints: ['src/bootstrap/lambda.ts'], outfile });
  const besides = readdirSync(folder).filter((file) => file !== 'index.mjs');
  const sizes = besides.map((file) => `  ${kilobytes(statSync(join(folder, file)).size)}  ${file}`);
  return [...weights(metafile, outfile), 'loaded on demand:', ...sizes].join('\n');
}

function weights({ outputs }: Metafile, outfile: string): string[] {
  const bundle = outputs[outfile];
  const parts = new Map<string, number>();
  for (const [file, { bytesInOutput }] of Object.entries(bundle?.inputs ?? {})) {
    const part = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? 'the service itself';
    parts.set(part, (parts.get(part) ?? 0) + bytesInOutput);
  }
  const heaviest = [...parts].sort(([, a], [, b]) => b - a).slice(0, 12);
  const rows = heaviest.map(([part, bytes]) => `  ${kilobytes(bytes)}  ${part}`);
  return [`${outfile}: ${kilobytes(bundle?.bytes ?? 0).trim()} minified, of which`, ...rows];
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} KB`.padStart(7);
