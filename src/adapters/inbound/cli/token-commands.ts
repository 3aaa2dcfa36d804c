import { type Command, Option } from 'commander';
import type { FreshToken } from '../../../application/operators/ports/inbound/access-tokens.ts';
import { type DeskRole, deskRoles } from '../../../domain/work/desk-role.ts';
import { tokenColumns, tokenView } from '../operators/tokens.ts';
import { name, positiveDuration } from '../operators/values.ts';
import { type CliContext, NotDone, OutputClosed, print, printJson, remark } from './cli-context.ts';
import {
  type ChangeOptions,
  examples,
  type ReadOptions,
  withChangeOptions,
  withReadOptions,
} from './command.ts';
import { table, timeText } from './text.ts';
import { given } from './values.ts';

interface IssueOptions extends ChangeOptions {
  readonly role: DeskRole;
  readonly expires?: number;
}

export function addTokenCommands(program: Command, context: CliContext): void {
  const token = program.command('token').description('tokens with which your own programs use the JSON API');

  withChangeOptions(token.command('issue'), context)
    .description('issue a token to a program of yours; it is shown only once')
    .argument('<name>', 'of the program: what it does is recorded as “NAME (token)”', given(name))
    .addOption(
      new Option('--role <role>', 'what it may do, as somebody with this role at the desk')
        .choices(deskRoles)
        .makeOptionMandatory(),
    )
    .option(
      '--expires <duration>',
      'how long it works: 90d, 12h (default: until revoked)',
      given(positiveDuration),
    )
    .addHelpText('after', examples('token issue crm-bridge --role sales --expires 90d'))
    .action((holder: string, { json, by, role, expires: term }: IssueOptions) =>
      context.uninterrupted(async () => {
        const fresh = await (await context.operator()).issueToken({ name: holder, role, term, by });
        await tell(context, fresh, json);
      }),
    );

  withReadOptions(token.command('list'))
    .description('list all tokens, the oldest first')
    .addHelpText('after', examples('token list', 'token list --json'))
    .action(async ({ json }: ReadOptions) => {
      const now = context.clock();
      const tokens = (await (await context.operator()).listTokens()).map((each) => tokenView(each, now));
      if (json) return printJson(context, { tokens });
      if (tokens.length === 0)
        return print(context, 'There are no tokens yet: issue one with token issue NAME --role ROLE.');
      return print(context, table(tokenColumns, tokens, context));
    });

  withChangeOptions(token.command('revoke <token-id>'), context)
    .description('permanently revoke a token, everywhere at once')
    .addHelpText('after', examples('token revoke tok_…'))
    .action((tokenId: string, { json, by }: ChangeOptions) =>
      context.uninterrupted(async () => {
        const revoked = await (await context.operator()).revokeToken({ tokenId, by });
        if (json) return printJson(context, tokenView(revoked, context.clock()));
        return print(context, `Revoked ${revoked.id} of ${revoked.name}: it works no longer.`);
      }),
    );
}

/** Without `--json`, only the token goes to standard output, so that it can be piped on. */
async function tell(context: CliContext, { text, token }: FreshToken, json = false): Promise<void> {
  try {
    const view = { token: text, ...tokenView(token, context.clock()) };
    await (json ? printJson(context, view) : print(context, text));
  } catch (error) {
    if (!(error instanceof OutputClosed)) throw error;
    throw new NotDone(
      `The new token could not be written out and cannot be shown again: revoke ${token.id}.`,
    );
  }
  if (json) return;
  const end = token.expires ? `works until ${timeText(token.expires, context)}` : 'works until it is revoked';
  remark(
    context,
    `Token ${token.id} of ${token.name} (${token.role}) ${end}. It is shown only once: put it into the settings of that program.`,
  );
}
