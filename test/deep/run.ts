import { spawnSync } from 'node:child_process';

/** Takes far longer than `npm test` may: 10,000 runs of every property, tests made from the API description, the peers' oldest and newest versions, and mutants of the core. */
const stryker = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@10.1.1`);

const steps: [string, string[]][] = [
  ['vitest', ['run', '--project', 'unit', '--testTimeout', '900000']],
  ['vitest', ['run', '--project', 'shipped', 'any-bytes', 'any-request', 'any-history', 'any-order']],
  ['node', ['test/deep/schemathesis.ts', '500']],
  ['node', ['test/deep/clients.ts']],
  ['node', ['test/deep/rings.ts']],
  ['node', ['test/deep/webhook-libraries.ts']],
  ['node', ['test/deep/telephone-finder.ts']],
  ['node', ['test/deep/readers.ts']],
  ['node', ['test/deep/ears.ts']],
  ['node', ['test/deep/mail-programs.ts']],
  ['node', ['test/deep/mail-servers.ts']],
  ['node', ['test/deep/firewalls.ts']],
  ['node', ['test/deep/litestream.ts']],
  ['node', ['test/deep/compose.ts']],
  ['node', ['test/deep/one-machine.ts']],
  ['node', ['test/deep/one-machine-compose.ts']],
  ['node', ['test/deep/stores.ts']],
  ['node', ['test/deep/sign-in.ts']],
  ['node', ['test/deep/text-browsers.ts']],
  ['node', ['test/deep/printed.ts']],
  ['node', ['test/deep/back.ts']],
  ['npm', ['run', 'build']],
  ['node', ['test/deep/peers.ts']],
  ['node', ['test/deep/runtimes.ts']],
  ['node', ['test/deep/spreadsheet.ts']],
  // Not in the lock file: it would be three fifths of all packages, for one command. `npm ci` removes it again.
  ['npm', ['install', '--no-save', '--no-audit', '--no-fund', ...stryker]],
  ['stryker', ['run']],
];

for (const [command, args] of steps) {
  console.log(`\n> ${command} ${args.join(' ')}\n`);
  const env = { ...process.env, PROPERTY_RUNS: process.env.PROPERTY_RUNS ?? '10000' };
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  if (status !== 0) process.exitCode = 1;
}
