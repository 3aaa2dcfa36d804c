import type { Command } from 'commander';
import { name } from '../operators/values.ts';
import type { CliContext } from './cli-context.ts';
import { given } from './values.ts';

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
  withReadOptions(command).option('--by <name>', 'who does this, for the audit log', given(name), user);

export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ leads ${line}`).join('\n')}`;

export const continueFrom = (next: string): string =>
  `There are more: run the same command with --cursor '${next}'`;

/** `lead note <leadId>`: the last word, in groups of commands. */
export function commandAt(program: Command, words: string): Command {
  const [, path = '', rest = ''] = /^([^<[]*?)( [<[].*)?$/.exec(words) ?? [];
  const names = path.split(' ');
  const [group, name] = names.length > 1 ? names : [undefined, path];
  return (group ? groupOf(program, group) : program).command(`${name}${rest}`);
}

export const groupOf = (program: Command, name: string): Command =>
  program.commands.find((each) => each.name() === name) ??
  program.command(name).description(groupWords[name] ?? '');

const groupWords: Readonly<Record<string, string>> = {
  vendor: 'accounts of the partners that submit leads',
  key: 'API keys of the vendors',
  lead: 'leads and their status',
  contact: 'customers',
  hook: 'webhooks: where events of leads are posted to',
  desk: 'who is let into the operators’ desk',
  person: 'who works with leads',
  token: 'tokens with which your own programs use the JSON API',
};
