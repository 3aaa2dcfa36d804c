import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { type BuildOptions, build } from 'esbuild';
import { lambdaBuild } from '../../scripts/bundle-for-lambda.ts';
import { eagerModules } from '../../scripts/eager-modules.ts';

const folder = 'node_modules/.cache/lambda-bench';

export interface BuiltFunction {
  readonly folder: string;
  readonly bytes: number;
}

const { alias: _alias, ...unaliased } = lambdaBuild;
const bare = 'bench/lambda/handlers/bare-mongodb.ts';

/**
 * Everybody is bundled with the options of the service; `bare-unaliased` as a bundler does when nobody tells it better.
 * The service's last step is taken with `bare-eager` as well, and with both that run warm.
 */
export const functions = {
  service: () => bundle('service', 'src/bootstrap/lambda.ts', { finish: eagerModules }),
  bare: () => bundle('bare', bare),
  'bare-eager': () => bundle('bare-eager', bare, { finish: eagerModules }),
  'bare-unaliased': () => bundle('bare-unaliased', bare, { options: unaliased }),
  empty: () => bundle('empty', 'bench/lambda/handlers/empty.ts'),
  'service-repeated': () => repeated('service-repeated', 'src/bootstrap/lambda.ts'),
  'bare-repeated': () => repeated('bare-repeated', 'bench/lambda/handlers/bare-in-memory.ts'),
} as const;

interface Bundling {
  readonly options?: BuildOptions;
  /** What is done to the finished bundle. */
  readonly finish?: (bundle: string) => string;
}

const bundle = (name: string, entry: string, { options = lambdaBuild, finish }: Bundling = {}) =>
  written(name, { ...options, entryPoints: [entry] }, finish);

function repeated(name: string, entry: string) {
  const contents = `
    import { handler as once } from './${entry}';
    import { repeated } from './bench/lambda/handlers/repeated.ts';
    export const handler = repeated(once);`;
  return written(name, { ...lambdaBuild, stdin: { contents, resolveDir: '.', loader: 'ts' } }, eagerModules);
}

async function written(
  name: string,
  options: BuildOptions,
  finish: Bundling['finish'] = (bundle) => bundle,
): Promise<BuiltFunction> {
  const outfile = `${folder}/${name}/index.mjs`;
  await build({ ...options, outfile });
  writeFileSync(outfile, finish(readFileSync(outfile, 'utf8')));
  return { folder: `${folder}/${name}`, bytes: statSync(outfile).size };
}
