import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { assets } from '../src/adapters/inbound/desk/static-files.ts';
import { buildReferencePage } from './build-reference-page.ts';
import { bundleForLambda } from './bundle-for-lambda.ts';

/** Builds `dist/`: the service as JavaScript with types, the files of the reference page and the desk, the function's bundle. */

rmSync('dist', { recursive: true, force: true });
const { status } = spawnSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
buildReferencePage();
for (const file of assets) cpSync(`src/adapters/inbound/desk/${file}`, `dist/adapters/inbound/desk/${file}`);
console.log(await bundleForLambda('dist/lambda'));
await bundleForLambda('dist/lambda-deliverer', 'src/bootstrap/lambda-deliverer.ts');
