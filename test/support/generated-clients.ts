import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pythonTool } from '../deep/python-tool.ts';
import { cache, run } from './cache.ts';
import { keys, startLeadServer } from './lead-server.ts';
import { openServedApi } from './served-api.ts';

/** Where clients are generated into, and what they are to be called with. */
export interface ClientPlace {
  readonly folder: string;
  /** The files with the descriptions. */
  readonly vendors: string;
  readonly operators: string;
  /** What the program of a client is given: URL KEY API TOKEN. */
  readonly given: readonly string[];
}

/** Generates a client of each description, compiles it and calls it. Rejects if one of these fails. */
export type MadeClient = (place: ClientPlace) => Promise<void>;

const programs = resolve(import.meta.dirname, '../deep/clients');

const typescript: MadeClient = async ({ folder, vendors, operators, given }) => {
  const tools = npmTools(['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3']);
  for (const [description, file] of [
    [vendors, 'vendors.ts'],
    [operators, 'operators.ts'],
  ] as const)
    await run(join(tools, '.bin/openapi-typescript'), [description, '-o', join(folder, file)]);
  cpSync(join(programs, 'call.ts'), join(folder, 'call.ts'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const compilerOptions = {
    ...{ strict: true, noEmit: true, module: 'nodenext', target: 'es2023', skipLibCheck: true },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, allowImportingTsExtensions: true },
    ...{ typeRoots: [resolve('node_modules/@types')], types: ['node'] },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['call.ts'] }));
  cpSync(tools, join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  await run(join(tools, '.bin/tsc'), ['-p', folder]);
  await run(process.execPath, [join(folder, 'call.ts'), ...given]);
};

const python: MadeClient = async ({ folder, vendors, operators, given }) => {
  const tools = pythonTool('openapi-python-client', '0.29.1');
  for (const [description, name] of [
    [vendors, 'vendors_client'],
    [operators, 'operators_client'],
  ] as const) {
    const output = ['--meta', 'none', '--output-path', join(folder, name)];
    await run(join(tools, 'openapi-python-client'), ['generate', '--path', description, ...output]);
  }
  await run(join(tools, 'python'), ['-m', 'compileall', '-q', folder]);
  cpSync(join(programs, 'call.py'), join(folder, 'call.py'));
  await run(join(tools, 'python'), [join(folder, 'call.py'), ...given]);
};

/** Those that a release shows; `test/deep` has more. */
export const shippedClients = {
  'openapi-typescript 7.13.0, openapi-fetch 0.17.0, TypeScript 5.9.3': typescript,
  'openapi-python-client 0.29.1': python,
} as const satisfies Record<string, MadeClient>;

/** The `node_modules` with these packages, installed if necessary. */
export function npmTools(packages: readonly string[]): string {
  const home = join(cache, packages.join('+').replaceAll('/', '-'));
  if (!existsSync(join(home, 'complete'))) {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'package.json'), '{"private":true}');
    const options = ['--save-exact', '--no-audit', '--no-fund', '--silent'];
    const { status } = spawnSync('npm', ['install', ...options, ...packages], {
      cwd: home,
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error(`${packages} could not be installed`);
    writeFileSync(join(home, 'complete'), '');
  }
  return join(home, 'node_modules');
}

/** The service and its JSON interface for operators, as clients call them. It closes with `await using`. */
export async function calledService() {
  const [vendors, operators] = [await startLeadServer(), await openServedApi()];
  await operators.operator.addHook({ url: 'http://127.0.0.1:9/', by: 'test' });
  const token = await operators.issue('admin');
  return {
    given: [`${vendors.url}/v1`, keys.key, `${operators.origin}/api`, token],
    async [Symbol.asyncDispose]() {
      await vendors.drain();
      await operators[Symbol.asyncDispose]();
    },
  };
}
