import { createInterface } from 'node:readline';
import { type CliContext, WrongUsage } from './cli-context.ts';
import { oneLine } from './text.ts';

/** Options of a command that cannot be undone. */
export interface LastingOptions {
  readonly dryRun?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

/** Throws WrongUsage if nobody is there to be asked. */
export function requireConfirmable({ dryRun, yes }: LastingOptions, { stdin }: CliContext): void {
  if (!dryRun && !yes && !stdin.isTTY)
    throw new WrongUsage('Standard input is not a terminal: pass --yes to confirm.');
}

/** Asks in cooked mode, so that Ctrl-C stays a signal. End of input means no. */
export async function confirmed({ stdin, stderr }: CliContext, question: string): Promise<boolean> {
  stderr.write(`${oneLine(question)} [y/N] `);
  const lines = createInterface({ input: stdin, terminal: false });
  try {
    for await (const line of lines) return /^\s*y(?:es)?\s*$/i.test(line);
    return false;
  } finally {
    lines.close();
  }
}
