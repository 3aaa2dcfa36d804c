import { type Command, Option } from 'commander';
import type { FreshSecret } from '../../../application/ports/inbound/hooks.ts';
import type { Attempt } from '../../../application/ports/outbound/deliveries.ts';
import type { Hook } from '../../../domain/hook.ts';
import { type LeadEventType, leadEventTypes } from '../../../domain/lead-event.ts';
import { lengthOf } from '../../../domain/text.ts';
import { isConfiguredVendorId, type Vendor } from '../../../domain/vendor.ts';
import { duration, eventTypes, limit, since } from '../operators/values.ts';
import { attemptView, hookView, replayedText } from '../operators/webhooks.ts';
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
import { progressOn } from './progress.ts';
import { table, timeText } from './text.ts';
import { given } from './values.ts';

/** How long a test waits for a server to deliver it, and how often it looks, in milliseconds. */
const TEST_WAIT = 10_000;
const TEST_LOOK = 250;

interface ReplayOptions extends ChangeOptions {
  readonly event?: string;
  readonly since?: Date;
  readonly undelivered?: true;
}

interface AddOptions extends ChangeOptions {
  readonly vendor?: string;
  readonly operator?: boolean;
  readonly events?: readonly LeadEventType[];
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
    .option('--operator', 'for yourself: every event of all vendors, with the customer as sent')
    .option('--events <list>', `of these alone: ${leadEventTypes.join(',')}`, given(eventTypes))
    .addHelpText(
      'after',
      examples(
        'hook add https://example.com/lead-events --vendor "Blue Motors"',
        'hook add https://crm.example.com/new --operator --events lead.received',
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
      const rows = hooks.map((each) => [
        ...[each.id, each.vendorId ?? 'operator', each.events.join(' '), stateOf(each)],
        ...[each.url, timeText(each.created, context)],
      ]);
      return print(context, table(['HOOK', 'FOR', 'EVENTS', 'STATE', 'URL', 'CREATED'], rows, context));
    });

  withChangeOptions(hook.command('test <hook>'), context)
    .description('send a hook.test, and wait up to ten seconds until a server has delivered it')
    .addHelpText('after', examples('hook test hook_…'))
    .action(async (hookId: string, { json, by }: ChangeOptions) => {
      const operator = await context.operator();
      const eventId = await operator.testHook({ hookId, by });
      const look = () => operator.hookLog({ hookId, eventId, limit: 1 });
      let [attempt] = await look();
      for (let waited = 0; !attempt && waited < TEST_WAIT; waited += TEST_LOOK) {
        await new Promise((resolve) => setTimeout(resolve, TEST_LOOK));
        [attempt] = await look();
      }
      if (json) await printJson(context, { event: eventId, ...(attempt && attemptView(attempt)) });
      else if (attempt) await print(context, `${outcomeOf(attempt)} after ${attempt.duration} ms.`);
      if (!attempt)
        throw new NotDone(
          `No server has delivered it yet: ask hook log ${hookId} later, or look whether one runs.`,
        );
      if (attempt.error) throw new NotDone('The receiver did not accept it; it will be tried again.');
    });

  withReadOptions(hook.command('log <hook>'))
    .description('list what was posted in the last 30 days, the newest first')
    .option('--failed', 'only what failed')
    .option('--limit <count>', 'maximum number of attempts', given(limit), 50)
    .addHelpText('after', examples('hook log hook_…', 'hook log hook_… --failed --json'))
    .action(async (hookId: string, { json, ...query }: ReadOptions & { failed?: boolean; limit: number }) => {
      const attempts = await (await context.operator()).hookLog({ hookId, ...query });
      if (json) return printJson(context, { attempts: attempts.map(attemptView) });
      if (attempts.length === 0) return print(context, 'Nothing yet.');
      const rows = attempts.map((each) => [
        ...[timeText(each.at, context), each.type, each.leadId ?? '-', outcomeOf(withShortAnswer(each))],
        ...[`${each.duration} ms`, each.eventId],
      ]);
      return print(context, table(['WHEN', 'EVENT', 'LEAD', 'OUTCOME', 'TOOK', 'EVENT ID'], rows, context));
    });

  withChangeOptions(hook.command('replay <hook>'), context)
    .description('deliver events again: one, all since a time, or what did not arrive')
    .option('--event <id>', 'the event with this id, which hook log prints')
    .option(
      '--since <time>',
      'all since then: 2026-05-01, 2026-05-01T08:00:00Z, or 26h',
      given(since(context)),
    )
    .option('--undelivered', 'all that did not arrive, the oldest on')
    .addHelpText('after', examples('hook replay hook_… --since 26h', 'hook replay hook_… --undelivered'))
    .action((hookId: string, { json, by, event, since, undelivered }: ReplayOptions) => {
      const [which, ...more] = [
        ...(event === undefined ? [] : [{ eventId: event }]),
        ...(since === undefined ? [] : [{ since }]),
        ...(undelivered ? [{ undelivered }] : []),
      ];
      if (!which || more.length > 0)
        throw new WrongUsage('Give either --event or --since, or --undelivered.');
      return context.uninterrupted(async () => {
        const { progress, ended } = progressOn(context, 'events are delivered again');
        const order = { hookId, by, progress, ...which };
        const replayed = await (await context.operator()).replayHook(order).finally(ended);
        if (json) return printJson(context, { hook: hookId, replayed });
        return print(context, replayedText(replayed));
      });
    });

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

const stateOf = ({ paused, failingSince }: Hook): string => {
  if (paused) return paused.why === 'operator' ? 'paused' : `paused (${paused.why})`;
  return failingSince ? 'failing' : 'active';
};

const outcomeOf = ({ status, error, answer }: Attempt): string =>
  error === undefined ? `delivered (${status})` : `failed: ${error}${answer ? ` (${answer})` : ''}`;

/** The most characters in a table; `--json` has the whole. */
const MAX_ANSWER_SHOWN = 40;

const withShortAnswer = ({ answer, ...attempt }: Attempt): Attempt => ({
  ...attempt,
  answer:
    answer && lengthOf(answer) > MAX_ANSWER_SHOWN
      ? `${[...answer].slice(0, MAX_ANSWER_SHOWN).join('')}…`
      : answer,
});

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
