import type { Command } from 'commander';
import { hookColumns, hookView } from '../operators/webhooks.ts';
import { type CliContext, print, printJson, remark } from './cli-context.ts';
import { examples, groupOf, type ReadOptions, withReadOptions } from './command.ts';
import { addDeliveryCommands } from './hook-deliveries.ts';
import { table } from './text.ts';

export function addHookCommands(program: Command, context: CliContext): void {
  const hook = groupOf(program, 'hook');

  hook.hook('preAction', async (_hook, command) => {
    if (['add', 'rotate'].includes(command.name())) return; // which are refused
    const problem = await (await context.operator()).hookKeyProblem();
    if (problem) remark(context, problem);
  });

  withReadOptions(hook.command('list'))
    .description('list all webhooks, oldest first')
    .addHelpText('after', examples('hook list', 'hook list --json'))
    .action(async ({ json }: ReadOptions) => {
      const hooks = await (await context.operator()).listHooks();
      if (json) return printJson(context, { hooks: hooks.map(hookView) });
      if (hooks.length === 0) return print(context, 'There are no webhooks yet: add one with hook add URL.');
      return print(context, table(hookColumns, hooks, context));
    });

  addDeliveryCommands(hook, context);
}
