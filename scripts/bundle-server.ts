import { readFileSync } from 'node:fs';
import { build } from 'esbuild';

/**
 * Joins the server's modules and Inversify's, which is published as 250 small ones: finding and reading them is half
 * of a start. The other packages stay outside, where instrumentation can find them and security fixes reach them.
 */
export async function bundleServer(outdir = 'dist/bootstrap'): Promise<void> {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object };
  const inside = ['inversify', 'reflect-metadata'];
  await build({
    entryPoints: ['src/bootstrap/server.ts'],
    outdir,
    bundle: true,
    splitting: true, // what is loaded at need stays apart
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: Object.keys(dependencies).filter((name) => !inside.includes(name)),
    logLevel: 'warning',
  });
}

if (import.meta.main) await bundleServer(process.argv[2]);
