import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { buildPages } from './build-pages.ts';
import { settlePaths } from './built-paths.ts';
import { bundleForLambda } from './bundle-for-lambda.ts';
import { bundleInOne } from './bundle-in-one.ts';
import { keepNeededDeclarations } from './needed-declarations.ts';

/** Builds `dist/`: the service as JavaScript with types, the files of the reference page and the desk, the function's bundle, and all
 * programs in one file. */

rmSync('dist', { recursive: true, force: true });
const translate = ['-p', 'tsconfig.build.json', '--noCheck']; // `npm run typecheck` checks, and takes as long again
const { status } = spawnSync('node_modules/.bin/tsc', translate, { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
settlePaths('dist');
keepNeededDeclarations(JSON.parse(readFileSync('package.json', 'utf8')), 'dist');
buildPages();
console.log(await bundleForLambda('dist/lambda'));
await bundleForLambda('dist/lambda-deliverer', 'src/bootstrap/lambda-deliverer.ts');
console.log(await bundleInOne('dist'));
