import { statSync } from 'node:fs';
import { type BuildOptions, build } from 'esbuild';
import { lambdaBuild } from '../../scripts/bundle-for-lambda.ts';

const folder = 'node_modules/.cache/lambda-bench';

export interface BuiltFunction {
  readonly folder: string;
  readonly bytes: number;
}

const { plugins: _steps, ...plain } = lambdaBuild;
const { alias: _alias, ...unaliased } = plain;
const bare = 'bench/lambda/handlers/bare-mongodb.ts';

/**
 * All are bundled like the service, but `bare-plain` without the build's own steps, with the same options and aliases
 * only, and `bare-unaliased` also without the aliases, as a bundler does by default.
 */
export const functions = {
  service: () => bundle('service', 'src/bootstrap/lambda.ts'),
  bare: () => bundle('bare', bare),
  'bare-plain': () => bundle('bare-plain', bare, plain),
  'bare-unaliased': () => bundle('bare-unaliased', bare, unaliased),
  empty: () => bundle('empty', 'bench/lambda/handlers/empty.ts'),
  'service-repeated': () => repeated('service-repeated', 'src/bootstrap/lambda.ts'),
  'bare-repeated': () => repeated('bare-repeated', 'bench/lambda/handlers/bare-in-memory.ts'),
} as const;

async function bundle(name: string, entry: string, options: BuildOptions = lambdaBuild) {
  return written(name, { ...options, entryPoints: [entry] });
}

function repeated(name: string, entry: string) {
  const contents = `
    import { handler as once } from './${entry}';
    import { repeated } from './bench/lambda/handlers/repeated.ts';
    export const handler = repeated(once);`;
  return written(name, { ...lambdaBuild, stdin: { contents, resolveDir: '.', loader: 'ts' } });
}

async function written(name: string, options: BuildOptions): Promise<BuiltFunction> {
  const outfile = `${folder}/${name}/index.mjs`;
  await build({ ...options, outfile });
  return { folder: `${folder}/${name}`, bytes: statSync(outfile).size };
}
