import { readdirSync, statSync } from 'node:fs';
import { build } from 'esbuild';
import { bundleForLambda, bundling, isOfStart } from '../../scripts/bundle-for-lambda.ts';

const cache = 'node_modules/.cache/lambda-bench';

export interface BuiltFunction {
  readonly folder: string;
  /** Of what is loaded at the start. */
  readonly bytes: number;
}

/** The service as it is deployed. */
export async function buildService(): Promise<BuiltFunction> {
  const folder = `${cache}/service`;
  await bundleForLambda(folder);
  const start = readdirSync(folder).filter(isOfStart);
  return { folder, bytes: start.reduce((sum, file) => sum + statSync(`${folder}/${file}`).size, 0) };
}

/** A file in `handlers/`, bundled by default: with what the driver needs, and without the service's alias. */
export async function buildHandler(name: string): Promise<BuiltFunction> {
  const folder = `${cache}/${name}`;
  const outfile = `${folder}/index.mjs`;
  await build({ ...bundling, entryPoints: [`bench/lambda/handlers/${name}.ts`], outfile });
  return { folder, bytes: statSync(outfile).size };
}
