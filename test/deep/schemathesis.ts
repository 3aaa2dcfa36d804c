import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ServerProcess } from '../resilience/parts/server-process.ts';
import { cache } from '../support/cache.ts';
import { API_KEYS } from '../support/lead-server.ts';
import { findMongod } from '../support/mongod-binary.ts';
import { startReplicaSet } from '../support/replica-set.ts';
import { startLambdaFront } from './lambda-front.ts';
import { pythonTool } from './python-tool.ts';

/** `node test/deep/schemathesis.ts [examples]`: tests Koa and Lambda, both on MongoDB, against the API description. */
const examples = process.argv[2] ?? '100';

const programs = pythonTool('schemathesis', '4.32.5');

async function conforms(url: string): Promise<boolean> {
  const config = join(import.meta.dirname, 'schemathesis.toml');
  const args = [
    '--config-file',
    config,
    'run',
    `${url}/v1/openapi.json`,
    '--checks',
    'all',
    '-n',
    examples,
    '--no-color',
  ];
  const child = spawn(join(programs, 'schemathesis'), args, {
    stdio: 'inherit',
    timeout: 1_800_000,
    cwd: cache,
    env: { ...process.env, SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'schemathesis_hooks.py') },
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}

const binary = await findMongod();
if (!binary) throw new Error('no mongod');
const set = await startReplicaSet(binary, [{}]);
try {
  console.log('\nOn Koa\n');
  const server = await ServerProcess.start({ API_KEYS, MONGODB_URI: set.uri });
  if (!(await conforms(server.url))) process.exitCode = 1;
  await server.end('SIGTERM');
  console.log('\nOn Lambda\n');
  const front = await startLambdaFront({ API_KEYS, MONGODB_URI: set.uri, LOG_LEVEL: 'warn' });
  try {
    if (!(await conforms(front.url))) process.exitCode = 1;
  } finally {
    await front.close();
  }
} finally {
  await set.stop();
}
