import { type Command, Option } from 'commander';
import { type DeskRole, deskRoles } from '../../../domain/work/desk-role.ts';
import { name } from '../operators/values.ts';
import { type CliContext, print, printJson, remark } from './cli-context.ts';
import {
  type ChangeOptions,
  examples,
  type ReadOptions,
  withChangeOptions,
  withReadOptions,
} from './command.ts';
import { given } from './values.ts';

interface LinkOptions extends ReadOptions {
  readonly by: string;
  readonly role?: DeskRole;
}

export function addDeskCommands(program: Command, context: CliContext): void {
  const desk = program.command('desk').description('who is let into the operators’ desk');

  withReadOptions(desk.command('link'))
    .description('print a link that signs somebody in at the desk: once, within five minutes')
    .requiredOption(
      '--by <name>',
      'who signs in with it: what they do is recorded under this name',
      given(name),
    )
    .addOption(
      new Option('--role <role>', 'what they may do (default: as person add says, or viewer)').choices(
        deskRoles,
      ),
    )
    .addHelpText('after', examples('desk link --by ada', 'desk link --by ada --role admin'))
    .action(({ json, by, role: asked }: LinkOptions) =>
      context.uninterrupted(async () => {
        const { access, url } = await context.desk();
        const order = { name: by, role: asked, by: context.user };
        const { link: text, expires, name: holder, role, isNew } = await access.makeLink(order);
        const link = `${url}link/${text}`;
        if (json) return printJson(context, { link, expires });
        await print(context, link);
        const whom = isNew ? `${holder}, whom nobody knows yet,` : holder;
        remark(context, `It works once, for five minutes, and lets in ${whom} as ${role}.`);
      }),
    );

  withChangeOptions(desk.command('end-sessions'), context)
    .description('sign somebody out at the desk everywhere; links made for them no longer work')
    .argument('<name>', 'who (name or id)', given(name))
    .addHelpText('after', examples('desk end-sessions ada'))
    .action((holder: string, { json, by }: ChangeOptions) =>
      context.uninterrupted(async () => {
        const { access } = await context.desk();
        const ended = await access.endSessionsOf({ name: holder, by });
        if (json) return printJson(context, { name: holder, ended });
        return print(
          context,
          `Ended ${ended === 1 ? '1 session or link' : `${ended} sessions and links`} of ${holder}.`,
        );
      }),
    );
}
