import type { Command } from 'commander';
import { limit, since as sinceOf } from '../operators/values.ts';
import { attemptColumns, attemptOutcome, attemptView, replayedText } from '../operators/webhooks.ts';
import { type CliContext, NotDone, print, printJson, WrongUsage } from './cli-context.ts';
import {
  type ChangeOptions,
  examples,
  type ReadOptions,
  withChangeOptions,
  withReadOptions,
} from './command.ts';
import { progressOn } from './progress.ts';
import { table } from './text.ts';
import { given } from './values.ts';

/** How long a test waits for a server to deliver it, and how often it looks, in milliseconds. */
const TEST_WAIT = 10_000;
const TEST_LOOK = 250;

interface ReplayOptions extends ChangeOptions {
  readonly event?: string;
  readonly since?: Date;
  readonly undelivered?: true;
}

/** What is posted to a webhook: a test, the log, and events once more. */
export function addDeliveryCommands(hook: Command, context: CliContext): void {
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
      else if (attempt) await print(context, `${attemptOutcome(attempt)} after ${attempt.duration} ms.`);
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
      return print(context, table(attemptColumns, attempts, context));
    });

  withChangeOptions(hook.command('replay <hook>'), context)
    .description('deliver events again: one, all since a time, or what did not arrive')
    .option('--event <id>', 'the event with this id, which hook log prints')
    .option(
      '--since <time>',
      'all since then: 2026-05-01, 2026-05-01T08:00:00Z, or 26h',
      given(sinceOf(context)),
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
}
