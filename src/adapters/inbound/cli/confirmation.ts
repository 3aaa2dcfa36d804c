import { createInterface } from 'node:readline';
import { type CliContext, WrongUsage } from './cli-context.ts';
import { terminalSafe } from './text.ts';

/** Throws WrongUsage if nobody can be asked, and `--yes` was not given. */
export function requireTerminalOrYes({ stdin }: Pick<CliContext, 'stdin'>, yes: boolean | undefined): void {
  if (!yes && !stdin.isTTY) throw new WrongUsage('Standard input is not a terminal: pass --yes to confirm.');
}

/** In cooked mode, so that Ctrl-C stays a signal. End of input means no. */
export async function confirmed({ stdin, stderr }: CliContext, question: string): Promise<boolean> {
  stderr.write(terminalSafe(question));
  const lines = createInterface({ input: stdin, terminal: false });
  try {
    for await (const line of lines) return /^\s*y(?:es)?\s*$/i.test(line);
    return false;
  } finally {
    lines.close();
  }
}
