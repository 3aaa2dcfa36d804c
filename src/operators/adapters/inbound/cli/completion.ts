import type { Command } from 'commander';
import { deskRoles } from '#operators/domain/work/desk-role.ts';
import { leadStatuses } from '../../../../domain/lead-status.ts';
import { dayWords } from '../presentation/said-day.ts';
import { type CliContext, print } from './cli-context.ts';
import { examples } from './command-words.ts';

export function addCompletionCommand(program: Command, context: CliContext): void {
  program
    .command('completion')
    .description('print a completion script for bash (and zsh, after bashcompinit)')
    .addHelpText('after', examples(['completion > ~/.leads-completion']))
    .action(() => print(context, completionScript(program)));
}

/**
 * The shell's completion, generated from the commands, so that none is missing. It completes by the words
 * before the cursor.
 */
function completionScript(program: Command): string {
  const name = program.name();
  return [
    `_${name}() {`,
    `  local words= before="\${COMP_WORDS[*]:1:COMP_CWORD-1} "`,
    '  case "$before" in',
    ...casesOf(program, ''),
    '  esac',
    `  [[ $before == *" --status " ]] && words="${statusWords.join(' ')}"`,
    `  [[ $before == *" --role " ]] && words="${deskRoles.join(' ')}"`,
    `  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))`,
    '}',
    `complete -F _${name} ${name}`,
  ].join('\n');
}

function casesOf(command: Command, path: string): string[] {
  const { commands } = command;
  if (commands.length === 0) return [`    "${path}"*) words="${wordsOf(command).join(' ')}" ;;`];
  const names = commands.map((child) => child.name());
  return [
    `    "${path || ' '}") words="${names.join(' ')}" ;;`,
    ...commands.flatMap((child) => casesOf(child, `${path}${child.name()} `)),
  ];
}

const wordsOf = (command: Command): string[] => [
  ...(command.registeredArguments.some((argument) => argument.name() === 'status') ? statusWords : []),
  ...(command.registeredArguments.some((argument) => argument.name() === 'at') ? dayWords : []),
  ...command.options.flatMap(({ long }) => long ?? []),
  '--help',
];

const statusWords = leadStatuses.map((status) => status.toLowerCase().replaceAll(' ', '-'));
