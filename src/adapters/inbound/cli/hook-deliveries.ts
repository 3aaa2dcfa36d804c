import type { Command } from 'commander';
import { limit } from '../operators/values.ts';
import { attemptColumns, attemptOutcome, attemptView } from '../operators/webhooks.ts';
import { type CliContext, NotDone, print, printJson } from './cli-context.ts';
import {
  type ChangeOptions,
  examples,
  type ReadOptions,
  withChangeOptions,
  withReadOptions,
} from './command.ts';
import { table } from './text.ts';
import { given } from './values.ts';

/** How long a test waits for a server to deliver it, and how often it looks, in milliseconds. */
const TEST_WAIT = 10_000;
const TEST_LOOK = 250;

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
}
