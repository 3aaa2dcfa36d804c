import type { Command } from 'commander';
import { inNameOf, type OwnUseCases } from '../../../application/operators/operator-as.ts';
import { type Fields, type FieldsOn, fieldsOn, readFields } from '../operators/fields.ts';
import type { Columns } from '../operators/list.ts';
import type { Call, CommandWords, Operation, Words } from '../operators/operation.ts';
import {
  type CliContext,
  NotDone,
  OutputClosed,
  print,
  printJson,
  remark,
  WrongUsage,
} from './cli-context.ts';
import { commandAt, continueFrom, examples, withChangeOptions, withReadOptions } from './command.ts';
import { FieldOptions } from './field-options.ts';
import { progressOn } from './progress.ts';
import { table, timeText } from './text.ts';
import { keyId } from './values.ts';

/** What is different, or more, at a terminal. */
export interface AtTerminal<F extends Fields = Fields, A extends object = object> {
  readonly query?: FieldsOn<F>;
  readonly body?: FieldsOn<F>;
  readonly run?: (call: Call<F, F>) => Promise<A>;
  /** Further options. */
  readonly options?: (command: Command) => Command;
  /** In place of carrying it out at once. */
  readonly act?: (asked: Asked<F>, context: CliContext) => Promise<void>;
  /** It reads, and who looked is recorded. */
  readonly recorded?: true;
  /** The answer as people read it, if it is a list. */
  readonly list?: (answer: A, context: CliContext) => string;
  /** Prints CSV, for a spreadsheet. */
  readonly csv?: (call: Call<F, F>, context: CliContext) => Promise<void>;
  /** In place of `run` and `list`, if JSON has no rows of the list. */
  readonly show?: (call: Call<F, F>, context: CliContext) => Promise<string>;
  /** What is shown only once: without `--json` alone on standard output, so that it can be piped on. */
  readonly secret?: Secret<A>;
  /** What is counted while it goes on. */
  readonly progress?: string;
  /** Told on standard error in the end. */
  readonly remark?: (answer: A, call: Call<F, F>, context: CliContext) => Promise<string | undefined>;
  /** What was not done after all, for which the exit code is 1. */
  readonly undone?: (answer: A, call: Call<F, F>) => string | undefined;
  readonly said?: (answer: A, words: Words) => string;
}

interface Secret<A> {
  readonly field: keyof A & string;
  /** Said if it could not be written. */
  readonly lost: (answer: A) => string;
}

/** A command, by an operation of the table or of its own. Without `run`, `act` does all. */
export interface Commanded<F extends Fields = Fields, A extends object = object>
  extends AtTerminal<F, A>,
    Pick<Operation, 'id' | 'method' | 'needs' | 'summary'> {
  readonly command: CommandWords;
}

/** Nothing is added but types. */
export const commanded = <A extends object, F extends Fields = Record<never, never>>(
  given: Commanded<F, A>,
): Commanded => given as unknown as Commanded;

/** Nothing is added but types. */
export const atTerminal = <A extends object, F extends Fields = Fields>(
  given: AtTerminal<F, A>,
): AtTerminal => given as unknown as AtTerminal;

/** A list of such columns, of what the answer has under this name. */
export const tableOf =
  <R, N extends string>(columns: Columns<R>, name: N, none: string) =>
  (answer: Readonly<Record<N, readonly R[]>>, context: CliContext): string => {
    const rows = answer[name];
    return rows.length === 0 ? none : table(columns, rows, context);
  };

/** What is asked of a command that runs. */
export interface Asked<F extends Fields = Fields> {
  readonly command: Command;
  readonly json: boolean;
  /** Reads the fields. Throws WrongUsage. */
  readonly read: () => Omit<Call<F, F>, 'operator'>;
  /** Needs the store. */
  readonly operator: () => Promise<OwnUseCases>;
  /** Carries out the operation, and tells what became of it. */
  readonly carryOut: () => Promise<void>;
}

interface Given {
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly by?: string;
}

export function addOperationCommand(program: Command, operation: Commanded, context: CliContext): void {
  const { method, summary, command: words, recorded } = operation;
  const isChange = method !== 'GET';
  const hasAuthor = isChange || recorded;
  const command = commandAt(program, words.words);
  (hasAuthor ? withChangeOptions(command, context) : withReadOptions(command))
    .description(`${summary.charAt(0).toLowerCase()}${summary.slice(1)}`)
    .addHelpText('after', examples(...words.examples));
  const fields = { ...fieldsOn(operation.query, context), ...fieldsOn(operation.body, context) };
  const options = new FieldOptions(command, fields, words);
  if (operation.csv) command.option('--csv', 'print CSV, for a spreadsheet');
  operation.options?.(command);

  command.action(() => {
    const { json = false, csv = false, by: given } = command.opts<Given>();
    const by = (hasAuthor && given) || context.user;
    const read = (): ReturnType<Asked['read']> => {
      const [now, zone] = [context.clock(), context.timeZone];
      const values = options.read((given) => readFields(fields, given));
      const parts = partsOf(command);
      const part = (name: string) => parts[name] ?? '';
      return { me: by, now, zone, part, query: values, body: values, once: undefined };
    };
    const operator = async () => inNameOf(by, await context.operator());
    const carryOut = async () => {
      if (json && csv) throw new WrongUsage('Give --json or --csv, not both.');
      const order = read();
      const run = async () => {
        const call = { ...order, operator: await operator() };
        if (csv) return operation.csv?.(call, context);
        if (!json && operation.show) return print(context, await operation.show(call, context));
        const answer = await counted(operation, call, context);
        await tell(operation, answer, json, context);
        const more = await operation.remark?.(answer, call, context);
        if (more) remark(context, more);
        const undone = operation.undone?.(answer, call);
        if (undone) throw new NotDone(undone);
      };
      return isChange ? context.uninterrupted(run) : run();
    };
    return operation.act?.({ command, json, read, operator, carryOut }, context) ?? carryOut();
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
  const text = list?.(answer, context) ?? sentence();
  if (text) await print(context, text);
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
