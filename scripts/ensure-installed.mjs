// Runs on whatever Node is there, before anything is installed: plain JavaScript that imports only Node's own modules.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

const installed = 'node_modules/.package-lock.json';
const upToDate =
  existsSync(installed) && statSync(installed).mtimeMs >= statSync('package-lock.json').mtimeMs;

if (!upToDate) {
  console.error('Installing what is missing (npm ci) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('The installation failed. Is the npm registry reachable? Try `npm ci` by hand.');
    process.exit(1);
  }
}

const brought = spawnSync('node_modules/.bin/node', ['--version'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
const version = (brought.stdout ?? '').trim() || process.version;
const [major, minor] = version.slice(1).split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`Node 22.18 or newer is needed, and ${version} is what runs here.`);
  console.error(
    'The repository brings its own: allow its install script with `npm ci --allow-scripts=node`.',
  );
  process.exit(1);
}
