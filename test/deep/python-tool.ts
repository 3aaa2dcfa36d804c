import { spawnSync } from 'node:child_process';

/** The directory of the programs of a package from PyPI, which is installed if necessary. */
export function pythonTool(name: string, version: string): string {
  const { status, stdout } = spawnSync('.ci/python-tool', [name, version], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${name} could not be installed`);
  return stdout.trim();
}
