import type { Command } from 'commander';

export const examples = (lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ leads ${line}`).join('\n')}`;

export const continueFrom = (next: string): string =>
  `There are more: run the same command with --cursor '${next}'`;

/** Adds a command by its words: in `lead note <leadId>`, `lead` is the group and `note` the command. */
export function commandAt(program: Command, words: string): Command {
  const [, path = '', rest = ''] = /^([^<[]*?)( [<[].*)?$/.exec(words) ?? [];
  const names = path.split(' ');
  const [group, name] = names.length > 1 ? names : [undefined, path];
  return (group ? groupOf(program, group) : program).command(`${name}${rest}`);
}

export const groupOf = (program: Command, name: string): Command =>
  program.commands.find((each) => each.name() === name) ??
  program.command(name).description(groupWords[name] ?? '');

/** The groups of commands in the order of the help. */
export const groupWords: Readonly<Record<string, string>> = {
  vendor: 'accounts of the partners that submit leads',
  key: 'API keys of the vendors',
  source: 'leads that come in other forms: ADF, Google’s lead form, a form on a website, JSON',
  held: 'what a source sent that is no lead as it stands',
  lead: 'leads and their status',
  contact: 'customers',
  hook: 'webhooks: where events of leads are posted to',
  desk: 'who is let into the operators’ desk',
  person: 'who works with leads',
  push: 'telling people of leads on their devices',
  token: 'tokens with which your own programs use the JSON API',
};
