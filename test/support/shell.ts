import { dirname, resolve } from 'node:path';
import { run } from './processes.ts';

/**
 * Runs a command line in `folder` as a shell does, with this Node and the programs of this repository's packages, and
 * reaches a registry as npm does here. Resolves to what it printed; rejects if it failed.
 */
export async function succeeds(words: string, folder: string): Promise<string> {
  const registry = Object.entries(process.env).filter(([name]) => ofRegistry.test(name));
  const path = [dirname(process.execPath), resolve('node_modules/.bin'), process.env.PATH].join(':');
  const env = { ...Object.fromEntries(registry), PATH: path };
  const { code, out, err } = await run('sh', ['-c', words], env, folder, 300_000).finished;
  if (code !== 0) throw new Error(`${words}: ${err}${out}`);
  return out;
}

const ofRegistry =
  /^(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|https?_proxy|no_proxy|npm_config_(cafile|registry|userconfig|globalconfig|cache))$/i;
