// npm runs this after `npm ci`, where it builds nothing; and before it packs the package, or installs it from a repository.
import { spawnSync } from 'node:child_process';

if (process.env.npm_command !== 'ci') {
  const { status } = spawnSync('npm', ['run', '-s', 'build'], {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}
