// node scripts/run.mjs [--tools | --dot-env] PROGRAM [ARGUMENT]…
//
// What npm's commands begin with: installs what is missing, and runs the program on the Node that the repository brings,
// or on this one if that is new enough, until npm ends. Plain JavaScript that imports only Node's own modules: it runs on
// whatever Node is there.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureInstalled } from './ensure-installed.mjs';
import { spared } from './spared.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const load = (file) => import(pathToFileURL(resolve(root, file)).href);

const [major, minor] = process.versions.node.split('.').map(Number);
const isNew = major > 23 || (major === 22 && minor >= 18);
/** Before 24.15, Node warns of its SQLite and of TypeScript at each start, unless it is asked not to. */
const quiet = '--disable-warning=ExperimentalWarning';
const warns = major < 24 || (major === 24 && minor < 15);
const words = process.argv.slice(2);
const option = words[0]?.startsWith('--') ? words.shift() : undefined;

ensureInstalled(root, option === '--tools' ? [] : spared(words, isNew));
await load('scripts/end-with-shell.mjs');

const brought = resolve(root, `node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`);
if (existsSync(brought) && realpathSync(brought) !== realpathSync(process.execPath))
  runOn(brought); // also where node_modules is a link
else if (!isNew) refuse();
else if (warns && !process.execArgv.includes(quiet)) runOn(process.execPath, quiet);
else await runHere(words);

async function runHere([program, ...args]) {
  process.argv = [process.execPath, resolve(root, program), ...args];
  if (option === '--dot-env') await load('src/bootstrap/dot-env.ts');
  await load(program);
}

/** On the one that the first installation brought, or quietly. */
function runOn(node, ...options) {
  const child = spawn(node, [...options, ...process.argv.slice(1)], { stdio: 'inherit' });
  process.on('SIGINT', () => {}); // a terminal sends it to both
  const passedOn = ['SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGPWR'];
  for (const signal of passedOn) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function refuse() {
  console.error(`Node 22.18+, 24 or 26 is needed, and ${process.version} is what runs here.`);
  console.error(
    'The repository brings its own: allow its install script with `npm ci --allow-scripts=node`.',
  );
  process.exitCode = 1;
}
