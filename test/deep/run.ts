import { spawnSync } from 'node:child_process';

/** Far longer than `npm test` may take: 10,000 runs of every property, the API description tried, and a mutant of every line of the core. */
const stryker = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@10.1.1`);

const steps: [string, string[]][] = [
  ['vitest', ['run', '--project', 'unit', '--testTimeout', '900000']],
  [
    'vitest',
    ['run', '--project', 'integration', '--testTimeout', '900000', 'test/adapters/inbound/koa/any-bytes'],
  ],
  ['node', ['test/deep/schemathesis.ts', '500']],
  // Not in the lock file: three fifths of all packages for one command. `npm ci` takes it away again.
  ['npm', ['install', '--no-save', '--no-audit', '--no-fund', ...stryker]],
  ['stryker', ['run']],
];

for (const [command, args] of steps) {
  console.log(`\n> ${command} ${args.join(' ')}\n`);
  const env = { ...process.env, PROPERTY_RUNS: process.env.PROPERTY_RUNS ?? '10000' };
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  if (status !== 0) process.exitCode = 1;
}
