import type { Command } from 'commander';
import type { CliContext } from './cli-context.ts';
import { name } from './values.ts';

/** Options of a command that only reads. */
export interface ReadOptions {
  readonly json?: boolean;
}

/** Options of a command that changes something. */
export interface ChangeOptions extends ReadOptions {
  readonly by: string;
}

export const withReadOptions = (command: Command): Command =>
  command.option('--json', 'print one line of JSON, times in ISO 8601');

export const withChangeOptions = (command: Command, { user }: CliContext): Command =>
  withReadOptions(command).option('--by <name>', 'who does this, for the audit log', name, user);

export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ leads ${line}`).join('\n')}`;
