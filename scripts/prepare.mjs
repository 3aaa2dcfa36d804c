import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * What npm runs after `npm install`, also where it makes a package of this repository for somebody who installs it from
 * git: builds `dist/`. Nobody calls it.
 */
const root = new URL('..', import.meta.url);
if (process.env.npm_command !== 'ci' && existsSync(new URL('node_modules/esbuild', root)))
  execSync('npm run -s build >&2', { cwd: root, stdio: 'inherit' });
