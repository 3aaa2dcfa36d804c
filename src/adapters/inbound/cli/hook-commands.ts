import { type Command, Option } from 'commander';
import type { FreshSecret } from '../../../application/operators/ports/inbound/hooks.ts';
import type { Hook } from '../../../domain/events/hook.ts';
import { type HookEventType, hookEventTypes, usualEventTypes } from '../../../domain/events/lead-event.ts';
import { isConfiguredVendorId, type Vendor } from '../../../domain/intake/vendor.ts';
import { duration, eventTypes } from '../operators/values.ts';
import { hookColumns, hookView } from '../operators/webhooks.ts';
import {
  type CliContext,
  NotDone,
  OutputClosed,
  print,
  printJson,
  remark,
  WrongUsage,
} from './cli-context.ts';
import {
  type ChangeOptions,
  examples,
  type ReadOptions,
  withChangeOptions,
  withReadOptions,
} from './command.ts';
import { addDeliveryCommands } from './hook-deliveries.ts';
import { progressOn } from './progress.ts';
import { table } from './text.ts';
import { given } from './values.ts';

interface AddOptions extends ChangeOptions {
  readonly vendor?: string;
  readonly operator?: boolean;
  readonly events?: readonly HookEventType[];
}

export function addHookCommands(program: Command, context: CliContext): void {
  const hook = program.command('hook').description('webhooks: where events of leads are posted to');

  hook.hook('preAction', async (_hook, command) => {
    if (['add', 'rotate'].includes(command.name())) return; // which are refused
    const problem = await (await context.operator()).hookKeyProblem();
    if (problem) remark(context, problem);
  });

  withChangeOptions(hook.command('add <url>'), context)
    .description('add a webhook; its secret is shown only once')
    .option(
      '--vendor <vendor>',
      'for a vendor (id or exact name): the status of its own leads, nothing personal',
    )
    .option('--operator', 'for yourself: events of all vendors, with the customer as sent')
    .option(
      '--events <list>',
      `of these alone: ${hookEventTypes.join(',')}; otherwise ${usualEventTypes.join(' and ')}, and for a vendor the latter`,
      given(eventTypes),
    )
    .addHelpText(
      'after',
      examples(
        'hook add https://example.com/lead-events --vendor "Blue Motors"',
        'hook add https://crm.example.com/new --operator --events lead.received',
        'hook add https://mail.example.com/lead-events --operator --events lead.assigned,lead.unanswered',
      ),
    )
    .action((url: string, { json, by, vendor, operator: isOwn = false, events }: AddOptions) => {
      if ((vendor !== undefined) === isOwn) throw new WrongUsage('Give either --vendor or --operator.');
      return context.uninterrupted(async () => {
        const fresh = await (await context.operator()).addHook({ url, vendor, events, by });
        await tellSecret(context, fresh, json, fresh.vendor);
        if (fresh.vendor && isConfiguredVendorId(fresh.vendor.id) && vendor !== fresh.vendor.id)
          remark(context, guessed(fresh.hook, fresh.vendor));
      });
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

  withChangeOptions(hook.command('rotate <hook>'), context)
    .description('add a new secret; each old one signs, too, until its overlap ends')
    .addOption(
      new Option('--overlap <duration>', 'how long the old secret signs, too')
        .argParser(given(duration))
        .default(duration('24h'), '24h'),
    )
    .addHelpText('after', examples('hook rotate hook_… --overlap 48h'))
    .action((hookId: string, { json, by, overlap }: ChangeOptions & { overlap: number }) =>
      context.uninterrupted(async () => {
        const fresh = await (await context.operator()).rotateHook({ hookId, overlap, by });
        await tellSecret(context, fresh, json);
      }),
    );

  for (const [name, description, done] of [
    ['pause', 'stop delivering; the events are kept', 'paused'],
    ['resume', 'deliver again, with what was kept', 'resumed'],
    ['remove', 'remove it, with its log and what was to be delivered', 'removed'],
  ] as const)
    withChangeOptions(hook.command(`${name} <hook>`), context)
      .description(description)
      .addHelpText('after', examples(`hook ${name} hook_…`))
      .action((hookId: string, { json, by }: ChangeOptions) =>
        context.uninterrupted(async () => {
          const { progress, ended } = progressOn(context, 'events are removed');
          const order = { hookId, by, ...(name === 'remove' && { progress }) };
          const after = await (await context.operator())[`${name}Hook`](order).finally(ended);
          if (json)
            return printJson(context, { ...hookView(after), ...(name === 'remove' && { removed: true }) });
          return print(context, `Webhook ${hookId} is ${done}.`);
        }),
      );
}

/** The command line does not know API_KEYS: the name may be mistyped. */
const guessed = ({ id }: Hook, { name }: Vendor): string =>
  `No account has this name: the webhook is for the vendor ${name} in API_KEYS. If that is wrong, remove it with hook remove ${id}.`;

/** Without `--json`, only the secret goes to standard output, so that it can be piped on. */
async function tellSecret(
  context: CliContext,
  { hook, secret }: FreshSecret,
  json = false,
  vendor?: Vendor,
): Promise<void> {
  try {
    await (json ? printJson(context, { ...hookView(hook), secret }) : print(context, secret));
  } catch (error) {
    if (!(error instanceof OutputClosed)) throw error;
    throw new NotDone(`The secret could not be written out: get another with hook rotate ${hook.id}.`);
  }
  if (!json)
    remark(
      context,
      `Webhook ${hook.id}${vendor ? ` for ${vendor.name}` : ''}. Its secret is shown only once: the receiver verifies signatures with it.`,
    );
}
