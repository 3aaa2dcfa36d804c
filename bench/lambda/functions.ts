import { statSync } from 'node:fs';
import { build } from 'esbuild';
import { bundleForLambda, bundling } from '../../scripts/bundle-for-lambda.ts';

const cache = 'node_modules/.cache/lambda-bench';

export interface BuiltFunction {
  readonly folder: string;
  readonly bytes: number;
}

/** The service as it is deployed. */
export async function buildService(): Promise<BuiltFunction> {
  const folder = `${cache}/service`;
  await bundleForLambda(folder);
  return { folder, bytes: statSync(`${folder}/index.mjs`).size };
}

/** A file in `handlers/`, bundled by default: with what the driver needs, and without the service's alias. */
export async function buildHandler(name: string): Promise<BuiltFunction> {
  const folder = `${cache}/${name}`;
  const outfile = `${folder}/index.mjs`;
  await build({ ...bundling, entryPoints: [`bench/lambda/handlers/${name}.ts`], outfile });
  return { folder, bytes: statSync(outfile).size };
}
