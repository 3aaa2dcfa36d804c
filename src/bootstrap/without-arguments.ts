import type { RunningProcess } from './process.ts';
import { endSoon } from './signals.ts';

/** Starts a program that takes no arguments. If some are given, standard error says how to set what it reads. */
export async function withoutArguments(
  start: () => Promise<RunningProcess | undefined>,
  { who, example }: { readonly who: string; readonly example: string },
): Promise<void> {
  if (process.argv.length === 2) {
    void (await start())?.stopped.then(endSoon);
    return;
  }
  console.error(`${who} takes no arguments: a setting is a variable, as in ${example}.`);
  process.exitCode = 1;
}
