import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const LAST = '17fda8c1'; // 0.4.0

/** Builds the program of the version before in a folder, with the packages of then, and gives its path. */
export function buildLastProgram(folder: string): string {
  const script = `mkdir last && git -C "$1" archive ${LAST} | tar -x -C last && cd last &&
    npm ci --ignore-scripts --no-audit --no-fund && node scripts/build.ts`;
  const PATH = `${resolve('node_modules/.bin')}:${process.env.PATH}`;
  execFileSync('sh', ['-ec', script, 'sh', resolve('.')], {
    cwd: folder,
    env: { ...process.env, PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return join(folder, 'last/dist/leads.mjs');
}
