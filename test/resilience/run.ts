import { spawnSync } from 'node:child_process';

/** `--long`: the long form. `--record`: keep the figures in docs/reliability.md. The rest goes to vitest. */
const args = process.argv.slice(2);
const flags = ['--long', '--record'];
const { status } = spawnSync(
  'vitest',
  ['run', '--config', 'vitest.resilience.config.ts', ...args.filter((arg) => !flags.includes(arg))],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      RESILIENCE_FORM: args.includes('--long') ? 'long' : 'short',
      RESILIENCE_RECORD: args.includes('--record') ? 'yes' : '',
    },
  },
);
process.exitCode = status ?? 1;
