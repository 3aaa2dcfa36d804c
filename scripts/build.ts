import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { buildReference } from './build-reference.ts';
import { bundleForLambda } from './bundle-for-lambda.ts';

/** Makes `dist/`: the service as JavaScript with its types, and the function for Lambda in one file. */

rmSync('dist', { recursive: true, force: true });
const { status } = spawnSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
buildReference();
console.log(await bundleForLambda('dist/lambda/index.mjs'));
