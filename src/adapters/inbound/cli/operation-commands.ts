import type { Command } from 'commander';
import { inNameOf, type OwnUseCases } from '../../../application/operators/operator-as.ts';
import { type Fields, fieldsOn, readFields } from '../operators/fields.ts';
import type { Call, CommandWords, Operation, Words } from '../operators/operation.ts';
import { type CliContext, NotDone, OutputClosed, print, printJson, remark } from './cli-context.ts';
import { commandAt, continueFrom, examples, withChangeOptions, withReadOptions } from './command.ts';
import { FieldOptions } from './field-options.ts';
import { progressOn } from './progress.ts';
import { timeText } from './text.ts';
import { keyId } from './values.ts';

/** An operation that has a command, and what is told at a terminal alone. */
export interface Commanded<B extends Fields = Fields, A extends object = object>
  extends Pick<Operation<Fields, B>, 'id' | 'method' | 'needs' | 'summary' | 'query' | 'body'> {
  readonly command: CommandWords;
  /** Without it, `act` does all. */
  readonly run?: (call: Call<Fields, B>) => Promise<A>;
  readonly said?: (answer: A, words: Words) => string;
  /** It reads, and who looked is recorded. */
  readonly recorded?: true;
  /** A list as people read it: its table, or what is said if it is empty. */
  readonly list?: (answer: A, context: CliContext) => string;
  /** What is shown only once: without `--json` alone on standard output, so that it can be piped on. */
  readonly secret?: Secret<A>;
  /** Further options. */
  readonly options?: (command: Command, context: CliContext) => Command;
  /** In place of carrying it out at once. */
  readonly act?: (asked: Asked, context: CliContext) => Promise<void>;
  /** What is counted while it goes on. */
  readonly progress?: string;
  /** Told on standard error in the end. */
  readonly remark?: (answer: A, call: Call<Fields, B>, context: CliContext) => Promise<string | undefined>;
  /** What was not done after all, for which the exit code is 1. */
  readonly undone?: (answer: A) => string | undefined;
}

/** Nothing is added but types. */
export const commanded = <A extends object, B extends Fields = Record<never, never>>(
  given: Commanded<B, A>,
): Commanded => given as unknown as Commanded;

interface Secret<A> {
  readonly field: string;
  /** Said if it could not be written. */
  readonly lost: (answer: A) => string;
}

/** What is asked of a command that runs. */
export interface Asked {
  readonly command: Command;
  readonly json: boolean;
  readonly by: string;
  /** Reads the fields. Throws WrongUsage. */
  readonly read: () => Order;
  /** Needs the store. */
  readonly operator: () => Promise<OwnUseCases>;
  /** Carries out the operation, and tells what became of it. */
  readonly carryOut: () => Promise<void>;
}

type Order = Omit<Call, 'operator'>;

export function addOperationCommand(program: Command, operation: Commanded, context: CliContext): void {
  const { method, summary, command: words, recorded } = operation;
  const isChange = method !== 'GET';
  const command = commandAt(program, words.words);
  (isChange || recorded ? withChangeOptions(command, context) : withReadOptions(command))
    .description(`${summary.charAt(0).toLowerCase()}${summary.slice(1)}`)
    .addHelpText('after', examples(...words.examples));
  const fields = { ...fieldsOn(operation.query, context), ...fieldsOn(operation.body, context) };
  const options = new FieldOptions(command, fields, words);
  operation.options?.(command, context);

  command.action(() => {
    const { json = false, by = context.user } = command.opts<{ json?: boolean; by?: string }>();
    const read = (): Order => {
      const [now, zone] = [context.clock(), context.timeZone];
      const values = options.read((given) => readFields(fields, given));
      const parts = partsOf(command);
      const part = (name: string) => parts[name] ?? '';
      return { me: by, now, zone, part, query: values, body: values, once: undefined };
    };
    const operator = async () => inNameOf(by, await context.operator());
    const carryOut = async () => {
      const order = read();
      const run = async () => {
        const call = { ...order, operator: await operator() };
        const answer = await counted(operation, call, context);
        await tell(operation, answer, json, context);
        const more = await operation.remark?.(answer, call, context);
        if (more) remark(context, more);
        const undone = operation.undone?.(answer);
        if (undone) throw new NotDone(undone);
      };
      return isChange ? context.uninterrupted(run) : run();
    };
    return operation.act?.({ command, json, by, read, operator, carryOut }, context) ?? carryOut();
  });
}

/** Arguments by their names. Throws WrongUsage for a key in place of its id. */
const partsOf = ({ registeredArguments, processedArgs }: Command): Readonly<Record<string, string>> =>
  Object.fromEntries(
    registeredArguments.map((argument, at) => {
      const [name, text] = [argument.name(), processedArgs[at]];
      return [name, name === 'keyId' ? keyId(text) : text];
    }),
  );

/** Tells on a terminal how far it is. */
async function counted({ run, progress: what, needs }: Commanded, call: Call, context: CliContext) {
  if (what === undefined) return (await run?.(call)) ?? {};
  const { progress, ended } = progressOn(context, what);
  const useCase = call.operator[needs] as (order: object) => Promise<unknown>;
  const operator = { ...call.operator, [needs]: (order: object) => useCase({ ...order, progress }) };
  const done = run?.({ ...call, operator }).finally(ended);
  return (await done) ?? {};
}

async function tell(operation: Commanded, answer: object, json: boolean, context: CliContext): Promise<void> {
  const { list, secret, said } = operation;
  const sentence = () => said?.(answer, wordsFor(context)) ?? '';
  const { more, next } = answer as { readonly more?: boolean; readonly next?: string };
  if (secret) return tellSecret(secret, answer, json ? undefined : sentence(), context);
  if (json) return printJson(context, answer);
  await print(context, list?.(answer, context) ?? sentence());
  if (more) remark(context, next ? continueFrom(next) : 'There are more: give a higher --limit.');
}

async function tellSecret(
  { field, lost }: Secret<object>,
  answer: object,
  sentence: string | undefined,
  context: CliContext,
): Promise<void> {
  try {
    await (sentence === undefined
      ? printJson(context, answer)
      : print(context, (answer as Readonly<Record<string, string>>)[field] ?? ''));
  } catch (error) {
    throw error instanceof OutputClosed ? new NotDone(lost(answer)) : error;
  }
  if (sentence) remark(context, sentence);
}

const wordsFor = (context: CliContext): Words => ({
  time: (at) => timeText(at, context),
  the: (kind, id) => `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${id}`,
});
