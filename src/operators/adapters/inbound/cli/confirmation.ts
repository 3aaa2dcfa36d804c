import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { flag, optional } from '../presentation/fields.ts';
import type { Asked } from './at-terminal.ts';
import { type CliContext, NotDone, print, printJson, WrongUsage } from './cli-context.ts';
import { oneLine } from './text.ts';

/** Options of a command that cannot be undone. */
export interface LastingOptions {
  readonly dryRun?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

/** An action that cannot be undone. */
export interface Lasting {
  /** A sentence on what would happen. */
  readonly would: string;
  /** The question to ask; absent if the action was carried out before, and is only repeated. */
  readonly question?: string | undefined;
  readonly otherwise: string;
  /** Makes the answer for `--json`. */
  readonly view: (isDone: boolean) => object;
  /** Resolves to a sentence on what was done. */
  readonly run: () => Promise<string>;
}

export const dryRun = optional({ dryRun: flag('Only show what would become of it.') });

export const withYes = (command: Command): Command => command.option('--yes', 'do not ask for confirmation');

/** Asks, and carries the action out if the answer is yes. `plan` resolves to the action. Throws WrongUsage. */
export async function doLasting(
  { command, json }: Asked,
  context: CliContext,
  plan: () => Promise<Lasting>,
): Promise<void> {
  const { dryRun: isDry = false, yes = false } = command.opts<LastingOptions>();
  requireConfirmable({ dryRun: isDry, yes }, context);
  const { would, question, otherwise, view, run } = await plan();
  const tell = (sentence: string) => (json ? printJson(context, view(!isDry)) : print(context, sentence));
  if (isDry) return tell(would);
  if (!yes && question !== undefined && !(await confirmed(context, question))) throw new NotDone(otherwise);
  await context.uninterrupted(async () => tell(await run()));
}

/** Throws WrongUsage if the command needs a confirmation that nobody is there to give. */
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
