import type { Command } from 'commander';
import { isConfiguredVendorId, vendorLabel } from '../../../../domain/vendor.ts';
import { attemptColumns, attemptOutcome, hookColumns } from '../presentation/hook-views.ts';
import { Attempt, type FreshHook } from '../presentation/shapes/hook-shapes.ts';
import { atTerminal, tableOf } from './at-terminal.ts';
import { type CliContext, remark } from './cli-context.ts';
import { groupOf } from './command-words.ts';
import { table } from './text.ts';

/** Milliseconds for which a test waits for a server to deliver, and from one look to the next. */
const TEST_WAIT = 10_000;
const TEST_LOOK = 250;

type Tried = ReturnType<typeof Attempt.of>;

const lost = ({ hook }: FreshHook): string =>
  `The secret could not be written out: get another with hook rotate ${hook}.`;

/** How these commands differ at a terminal. */
export const hooksAtTerminal = {
  listHooks: atTerminal({
    async show({ operator }, context) {
      const hooks = await operator.listHooks();
      return hooks.length > 0
        ? table(hookColumns, hooks, context)
        : 'There are no webhooks yet: add one with hook add URL.';
    },
  }),
  addHook: atTerminal({
    secret: { field: 'secret', lost },
    async remark({ hook, vendor }: FreshHook, { operator, body }) {
      if (vendor === undefined) return undefined;
      if (isConfiguredVendorId(vendor) && body.vendor !== vendor)
        return `No account has this name: the webhook is for the vendor ${vendorLabel(vendor, [])} in API_KEYS. If that is wrong, remove it with hook remove ${hook}.`;
      return `It is for ${vendorLabel(vendor, await operator.nameVendors())}.`;
    },
  }),
  rotateHook: atTerminal({ secret: { field: 'secret', lost } }),
  hookLog: atTerminal({
    list: tableOf(
      { ...attemptColumns, event: { head: 'Event id', value: ({ event }: Tried) => event } },
      'attempts',
      'Nothing yet.',
    ),
  }),
  /** Tests a hook, and waits up to ten seconds for a server to deliver the event. */
  testHook: atTerminal({
    async run({ operator, part }): Promise<{ readonly event: string } & Partial<Tried>> {
      const hookId = part('hook');
      const eventId = await operator.testHook({ hookId });
      const look = () => operator.hookLog({ hookId, eventId, limit: 1 });
      let [attempt] = await look();
      for (let waited = 0; !attempt && waited < TEST_WAIT; waited += TEST_LOOK) {
        await new Promise((resolve) => setTimeout(resolve, TEST_LOOK));
        [attempt] = await look();
      }
      return { event: eventId, ...(attempt && Attempt.of(attempt)) };
    },
    said: ({ at, status, error, answer, duration }) =>
      at ? `${attemptOutcome({ status, error, answer })} after ${duration} ms.` : '',
    undone({ at, error }, { part }) {
      if (!at)
        return `No server has delivered it yet: ask hook log ${part('hook')} later, or look whether one runs.`;
      return error && 'The receiver did not accept it; it will be tried again.';
    },
  }),
  replayHook: atTerminal({ progress: { of: 'replayHook', words: 'events are delivered again' } }),
  removeHook: atTerminal({ progress: { of: 'removeHook', words: 'events are removed' } }),
};

/** Warns of a wrong key before every webhook command, except those that are refused for that reason. */
export function warnOfHookKey(program: Command, context: CliContext): void {
  groupOf(program, 'hook').hook('preAction', async (_hook, command) => {
    if (['add', 'rotate'].includes(command.name())) return;
    const problem = await (await context.operator()).hookKeyProblem();
    if (problem) remark(context, problem);
  });
}
