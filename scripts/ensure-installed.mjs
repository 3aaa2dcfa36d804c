// Runs on whatever Node is there, before anything is installed: plain JavaScript that imports only Node's own modules.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installs what the lock file asks for and `node_modules` lacks. Never in a test, whose own tools it would replace. */
export function ensureInstalled(root) {
  const different = differences(root);
  if (different.length === 0) return;
  if (process.env.VITEST) {
    console.error(
      `Not as in package-lock.json: ${different.join(', ')}. A test installs nothing: npm ci does.`,
    );
    process.exit(1);
  }
  console.error('Installing what is missing (npm ci) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('The installation failed. Is the npm registry reachable? Try `npm ci` by hand.');
    process.exit(1);
  }
}

/** The packages of which another version is wanted, or none is there. What other systems need is not there. */
function differences(root) {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const installed = packagesOf(join(root, 'node_modules/.package-lock.json'));
  return Object.keys(wanted).filter((path) => {
    const there = installed[path];
    if (path === '' || (!there && wanted[path].optional)) return false;
    return there?.version !== wanted[path].version || there?.integrity !== wanted[path].integrity;
  });
}

/** As npm writes them: in the lock file, and after an installation in `node_modules`. */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return {};
  }
}
