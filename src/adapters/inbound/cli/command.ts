import type { Command } from 'commander';
import type { CliContext } from './cli-context.ts';
import { name } from './values.ts';

/** Options of a command that only reads. */
export interface Asking {
  readonly json?: boolean;
}

/** Options of a command that changes something. */
export interface Acting extends Asking {
  readonly by: string;
}

export const reading = (command: Command): Command =>
  command.option('--json', 'print one line of JSON, times in ISO 8601');

export const changing = (command: Command, { user }: CliContext): Command =>
  reading(command).option('--by <name>', 'who does this, for the audit log', name, user);

export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ leads ${line}`).join('\n')}`;
