import { type Command, CommanderError } from 'commander';
import { type RefusalReason, Refused } from '#operators/domain/refused.ts';
import { FollowUpOfOther } from '#operators/domain/work/follow-up.ts';
import { ForbiddenMove } from '#operators/domain/work/move-deal.ts';
import { ChangedMeanwhile } from '#operators/domain/work/worked-deal.ts';
import { StoreUnavailable, StoreUnfit } from '../../../../application/ports/outbound/store.ts';
import { InvalidValue } from '../presentation/invalid-value.ts';
import { refusedText } from '../presentation/lead-words.ts';
import { type CliContext, NoRecipient, NotDone, OutputClosed, remark, WrongUsage } from './cli-context.ts';
import { addOperationCommands } from './commands.ts';
import { addCompletionCommand } from './completion.ts';
import { exitCodeOf, exitCodes } from './exit-codes.ts';
import { warnOfHookKey } from './hook-commands.ts';
import { asAskedFor, LeadsProgram } from './leads-program.ts';
import { timeText } from './text.ts';

/** Runs one command. Resolves to the exit code. Any error is reported in one line. */
export async function runCommand(args: readonly string[], context: CliContext): Promise<number> {
  try {
    requireText(args);
    await makeProgram(context).parseAsync(asAskedFor(args), { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    const isTold = error instanceof CommanderError || (error instanceof OutputClosed && error.enoughWasRead);
    if (!isTold) remark(context, sentenceOn(error, context));
    return exitCodeOf(args, codeFor(error));
  }
}

function codeFor(error: unknown): number {
  if (error instanceof OutputClosed && error.enoughWasRead) return exitCodes.done; // as with `| head`
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
  if (error instanceof NoRecipient) return exitCodes.noRecipient;
  return isWrongUsage(error) ? exitCodes.wrongUsage : exitCodes.failed;
}

const isWrongUsage = (error: unknown): error is WrongUsage | InvalidValue =>
  error instanceof WrongUsage || error instanceof InvalidValue;

/**
 * Throws WrongUsage for arguments that are not UTF-8: Node turns broken characters into U+FFFD, which would be
 * stored for good.
 */
function requireText(args: readonly string[]): void {
  const broken = args.findIndex((arg) => arg.includes('\ufffd') || !arg.isWellFormed());
  if (broken >= 0)
    throw new WrongUsage(
      `Argument ${broken + 1} is not valid UTF-8, or contains U+FFFD, which stands for what could not be read: type it anew, in a terminal set to UTF-8.`,
    );
}

function makeProgram(context: CliContext): Command {
  const program = new LeadsProgram('leads')
    .description('Manage vendors, their API keys and the leads that they submit.')
    .version(context.version, '--version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void context.stdout.write(text),
      writeErr: (text) => void context.stderr.write(text),
      getOutHasColors: () => context.colours,
      outputError: (text) => remark(context, asSentence(text)),
    })
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 refused or failed, 2 wrong usage, 130 interrupted. Times are those of TIME_ZONE; in JSON they are ISO 8601, in UTC.',
    );
  addOperationCommands(program, context);
  warnOfHookKey(program, context);
  addCompletionCommand(program, context);
  return program;
}

const asSentence = (text: string): string => {
  const said = text
    .replace(/^error: /, '')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^(unknown option '\S* .*')(?: \(Did.*)?$/, '$1: if it is a text, put -- before it.');
  return said.charAt(0).toUpperCase() + said.slice(1);
};

/** The next step on the command line after a refusal. */
const hints: Partial<Record<RefusalReason, string>> = {
  'unknown-vendor': 'Run vendor list: it shows all accounts (vendors in API_KEYS have none).',
  'unknown-key': 'Run key list: it shows all keys.',
  'unknown-source': 'Run source list: it shows all sources.',
  'unknown-held': 'Run held list: it shows what waits.',
  'unknown-token': 'Run token list: it shows all tokens.',
  'unknown-hook': 'Run hook list: it shows all webhooks.',
  'hook-paused': 'Run hook resume; hook list shows why it is paused.',
  'unknown-person': 'Run person list: it shows everybody.',
  'several-people': 'Run person list, too.',
  'unknown-event': 'Run hook log: it shows all attempts.',
  'reason-required': 'Add --reason "…".',
  'only-held':
    'Run held list with the same --email or --phone; contact export and contact erase take it, too.',
  'key-shared':
    'Run contact show ID, and lead list with the same --email or --phone. Then erase a contact with contact erase --contact ID, or what one lead says with lead erase ID.',
};

function withHint({ message, reason }: Refused): string {
  const hint = hints[reason];
  return hint ? `${message} ${hint}` : message;
}

/** Errors whose message is a sentence for people. */
const sentences = [NotDone, NoRecipient];

function sentenceOn(error: unknown, context: CliContext): string {
  const { name, setting = 'its address' } = context.store;
  if (error instanceof ForbiddenMove)
    return `${error.message} Allowed, with --reason "…": ${error.allowed.join(', ')}.`;
  if (error instanceof ChangedMeanwhile)
    return refusedText({ refused: error.message, last: error.last }, (at) => timeText(at, context));
  if (error instanceof FollowUpOfOther)
    return refusedText({ refused: error.message, followUp: error.followUp }, (at) => timeText(at, context));
  if (error instanceof Refused) return withHint(error);
  if (sentences.some((each) => error instanceof each) || isWrongUsage(error)) return (error as Error).message;
  if (error instanceof OutputClosed)
    return 'The command was carried out, but its output could not be written completely.';
  if (error instanceof StoreUnfit) return `The store (${name}) cannot be used: ${error.message}.`;
  if (error instanceof StoreUnavailable) {
    const look = setting === 'DATA_FILE' ? '' : ` Check that it runs and that ${setting} is right.`;
    return `The store (${name}) could not be used: ${error.message}.${look} If the command was to change something, first check whether it did.`;
  }
  return `Internal error: ${error instanceof Error ? error.message : 'unknown cause'}.`;
}
