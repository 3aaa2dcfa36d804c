import { exitCodeOf } from '../operators/adapters/inbound/cli/exit-codes.ts';

/** Looks at the Node that runs `leads.mjs`, whose first import this is: on an older one, others would fail without a word of why. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const args = process.argv.slice(2);
const [command] = args;

if (major < 22 || major === 23 || (major === 22 && minor < 18)) {
  console.error(`Node 22.18+, 24 or 26 is needed, and ${process.version} is what runs here.`);
  process.exit(exitCodeOf(args, 1));
}

/** Before 24.15, Node warns of its SQLite: twice a command, in each mail of a cron job. */
const quiet = '--disable-warning=ExperimentalWarning';
const warns = major < 24 || (major === 24 && minor < 15);
const isCommand =
  command !== undefined && (process.argv.length > 3 || !['desk', 'deliver'].includes(command));

if (warns && isCommand && !process.execArgv.includes(quiet)) {
  try {
    process.execve?.(process.execPath, [process.argv0, quiet, ...process.execArgv, ...process.argv.slice(1)]);
  } catch {} // Windows, or without permission: with the warning
}
