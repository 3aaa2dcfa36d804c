// Runs on whatever Node is there, before anything is installed: plain JavaScript that imports only Node's own modules.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs what the lock file asks for and `node_modules` lacks, without the `spared` kinds of packages: `dev`, `optional`,
 * `peer`, as npm calls them. What is there stays. Never in a test, whose own tools it would replace.
 */
export function ensureInstalled(root, spared) {
  const omitted = spared.filter((kind) => !hasSome(kind, root));
  const different = differences(root, omitted);
  if (different.length === 0) return;
  if (process.env.VITEST) {
    console.error(
      `Not as in package-lock.json: ${different.join(', ')}. A test installs nothing: npm ci does.`,
    );
    process.exit(1);
  }
  const install = ['ci', ...omitted.map((kind) => `--omit=${kind}`)];
  console.error(`Installing what is missing (npm ${install.join(' ')}) …`);
  const { status } = spawnSync('npm', [...install, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status === 0 && differences(root, omitted).length === 0) return;
  console.error('The installation failed. Is the npm registry reachable? Try `npm ci` by hand.');
  process.exit(1);
}

const hasSome = (kind, root) => Object.values(installedIn(root)).some((each) => each[kind]);

/** The packages of which another version is wanted, or none is there. What other systems need is not there. */
function differences(root, omitted) {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const installed = installedIn(root);
  const ours = Object.keys(wanted.deploy?.optionalDependencies ?? {}).map((name) => `node_modules/${name}`);
  return Object.keys(wanted).filter((path) => {
    const there = installed[path];
    const maybe = wanted[path].optional && !ours.includes(path);
    if (path === '' || isOmitted(wanted[path], omitted) || (!there && maybe)) return false;
    return there?.version !== wanted[path].version || there?.integrity !== wanted[path].integrity;
  });
}

/** `devOptional` is what both kinds need. */
const isOmitted = ({ devOptional, ...kinds }, omitted) =>
  omitted.some((kind) => kinds[kind]) ||
  (devOptional && omitted.includes('dev') && omitted.includes('optional'));

const installedIn = (root) => packagesOf(join(root, 'node_modules/.package-lock.json'));

/** As npm writes them: in the lock file, and after an installation in `node_modules`. */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return {};
  }
}
