import { spawnSync } from 'node:child_process';

/**
 * `--long`: the long form. `--record`: the long form too, whose figures replace those in `results`; for that, every
 * file has to run. The rest goes to vitest.
 */
const args = process.argv.slice(2);
const flags = ['--long', '--record'];
const rest = args.filter((arg) => !flags.includes(arg));
if (args.includes('--record') && rest.length > 0) {
  console.error('--record replaces all figures: leave out the rest, so that every file runs.');
  process.exit(2);
}
const { status } = spawnSync('vitest', ['run', '--config', 'vitest.resilience.config.ts', ...rest], {
  stdio: 'inherit',
  env: {
    ...process.env,
    RESILIENCE_FORM: args.some((arg) => flags.includes(arg)) ? 'long' : 'short',
    RESILIENCE_RECORD: args.includes('--record') ? '1' : '',
  },
});
process.exitCode = status ?? 1;
