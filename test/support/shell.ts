import { dirname, resolve } from 'node:path';
import { run } from './processes.ts';

/**
 * Runs a command line in `folder` as a shell does, with this Node and the programs of this repository's packages.
 * Resolves to what it printed; rejects if it failed.
 */
export async function succeeds(words: string, folder: string): Promise<string> {
  const env = { PATH: [dirname(process.execPath), resolve('node_modules/.bin'), process.env.PATH].join(':') };
  const { code, out, err } = await run('sh', ['-c', words], env, folder, 120_000).finished;
  if (code !== 0) throw new Error(`${words}: ${err}`);
  return out;
}
