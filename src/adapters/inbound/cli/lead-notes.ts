import type { Command } from 'commander';
import type { ActivityKind } from '../../../domain/work/activity.ts';
import { followUpTime } from '../operators/follow-up-time.ts';
import { activityWords, followUpView, noteView } from '../operators/leads.ts';
import { type CliContext, print, printJson, WrongUsage } from './cli-context.ts';
import { type ChangeOptions, examples, withChangeOptions } from './command.ts';
import { timeText } from './text.ts';
import { given as read } from './values.ts';

/** What was done to reach the customer. `answer` is false if nobody answered: that is how `--no-answer` is read. */
export interface AttemptOptions {
  readonly called?: boolean;
  readonly reached?: boolean;
  readonly answer?: boolean;
  readonly wrote?: boolean;
}

export const withAttemptOptions = (command: Command): Command =>
  command
    .option('--called', 'you called')
    .option('--reached', 'you reached the customer: that is the answer')
    .option('--no-answer', 'you called, and nobody answered')
    .option('--wrote', 'you wrote to the customer: that is the answer');

/** The one that was given, if any. Throws WrongUsage for several. */
export function attemptIn({
  called,
  reached,
  answer = true,
  wrote,
}: AttemptOptions): ActivityKind | undefined {
  const kinds = { called, reached, 'no-answer': !answer, wrote };
  const given = Object.entries(kinds).flatMap(([kind, is]) => (is ? [kind as ActivityKind] : []));
  if (given.length > 1) throw new WrongUsage('Give one of --called, --reached, --no-answer and --wrote.');
  return given[0];
}

interface FollowUpOptions extends ChangeOptions {
  readonly none?: boolean;
  readonly from?: Date;
  readonly fromNone?: boolean;
}

export function addLeadNotes(lead: Command, context: CliContext): void {
  withAttemptOptions(withChangeOptions(lead.command('note'), context))
    .description('write down what you know of a lead, or did to reach its customer')
    .argument('<id>', 'the leadId that the vendor received')
    .argument('[text]', 'what to write down, at most 2000 characters')
    .addHelpText(
      'after',
      examples(
        'lead note 0199… "Has a trade-in."',
        'lead note 0199… --no-answer',
        'lead note 0199… "Sent the offer." --wrote',
      ),
    )
    .action((leadId: string, text: string | undefined, options: ChangeOptions & AttemptOptions) => {
      const kind = attemptIn(options) ?? 'note';
      if (kind === 'note' && text === undefined)
        throw new WrongUsage('Give a text, or one of --called, --reached, --no-answer and --wrote.');
      const { json, by } = options;
      return context.uninterrupted(async () => {
        const { noteLead } = await context.operator();
        const changed = await noteLead({ leadId, kind, text, by });
        if (json) return printJson(context, noteView(changed));
        const { before, after } = changed;
        const isOver = before.followUpAt && !after.followUpAt;
        return print(
          context,
          `Lead ${after.id}: ${activityWords[kind]}.${isOver ? ' Its follow-up is done.' : ''}`,
        );
      });
    });

  withChangeOptions(lead.command('follow-up'), context)
    .description('say when you will turn to the customer again; a call, a letter or a move ends it')
    .argument('<id>', 'the leadId that the vendor received')
    .argument('[time...]', 'tomorrow, monday, 3d, 2h, 14:00, 2026-05-01; a day may have a time after it')
    .option('--none', 'never')
    .option(
      '--from <time>',
      'only if it still is at this time: followUpAt of lead list --json',
      read(followUpTime(context)),
    )
    .option('--from-none', 'only if there still is none')
    .addHelpText(
      'after',
      examples(
        'lead follow-up 0199… tomorrow 10:00',
        'lead follow-up 0199… monday',
        'lead follow-up 0199… --none',
      ),
    )
    .action((leadId: string, words: readonly string[], options: FollowUpOptions) => {
      const { json, by, none = false, from, fromNone = false } = options;
      if (words.length > 0 === none) throw new WrongUsage('Give either a time or --none.');
      if (from !== undefined && fromNone) throw new WrongUsage('Give --from or --from-none, not both.');
      const seen = from !== undefined || fromNone ? { followUpAt: from ?? null } : undefined;
      const at = none ? undefined : followUpTime(context)(words.join(' '));
      return context.uninterrupted(async () => {
        const { followUp } = await context.operator();
        const view = followUpView(await followUp({ leadId, at, seen, by }));
        if (json) return printJson(context, view);
        const time = view.followUpAt ? `at ${timeText(view.followUpAt, context)}` : 'none';
        return print(
          context,
          `Lead ${view.leadId}: its follow-up is ${view.changed ? '' : 'already '}${time}.`,
        );
      });
    });
}
