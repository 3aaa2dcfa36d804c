import type { Command } from 'commander';
import { inNameOf } from '#operators/application/operator-as.ts';
import { fieldsOn, readFields } from '../presentation/fields.ts';
import type { Call, Words } from '../presentation/operation.ts';
import { name } from '../presentation/values.ts';
import type { Asked, Commanded, Secret } from './at-terminal.ts';
import {
  type CliContext,
  NotDone,
  OutputClosed,
  print,
  printJson,
  remark,
  WrongUsage,
} from './cli-context.ts';
import { commandAt, continueFrom, examples } from './command-words.ts';
import { FieldOptions } from './field-options.ts';
import { counted } from './progress.ts';
import { timeText } from './text.ts';
import { given, keyId } from './values.ts';

/** Options that all commands have. */
interface Given {
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly by?: string;
}

/** Adds an operation's command, which reads the fields, carries the operation out and reports the answer. */
export function addOperationCommand(program: Command, operation: Commanded, context: CliContext): void {
  const { method, summary, command: words, recorded } = operation;
  const isChange = method !== 'GET';
  const fields = { ...fieldsOn(operation.query, context), ...fieldsOn(operation.body, context) };
  const hasAuthor = (isChange || recorded) && !('by' in fields);
  const command = commandAt(program, words.words)
    .description(`${summary.charAt(0).toLowerCase()}${summary.slice(1)}`)
    .option('--json', 'print one line of JSON, times in ISO 8601')
    .addHelpText('after', examples(words.examples));
  if (hasAuthor) command.option('--by <name>', 'who does this, for the audit log', given(name), context.user);
  const options = new FieldOptions(command, fields, words);
  if (operation.csv) command.option('--csv', 'print CSV, for a spreadsheet');
  operation.options?.(command);

  command.action(() => {
    const { json = false, csv = false, by: author } = command.opts<Given>();
    const by = (hasAuthor && author) || context.user;
    const read = (): ReturnType<Asked['read']> => {
      const [now, zone] = [context.clock(), context.timeZone];
      const values = options.read((given) => readFields(fields, given));
      const parts = partsOf(command);
      const part = (name: string) => parts[name] ?? '';
      return { me: by, now, zone, part, query: values, body: values, once: undefined };
    };
    const operator = async () => inNameOf(by, await context.operator({ begins: words.begins }));
    const carryOut = async () => {
      if (json && csv) throw new WrongUsage('Give --json or --csv, not both.');
      const order = read();
      const run = async () => {
        const call = { ...order, operator: await operator() };
        if (csv) return operation.csv?.(call, context);
        if (!json && operation.show) return print(context, await operation.show(call, context));
        const answer = await answerOf(operation, call, context);
        await tell(operation, answer, json, context);
        const more = await operation.remark?.(answer, call, context);
        if (more) remark(context, more);
        const undone = operation.undone?.(answer, call);
        if (undone) throw new NotDone(undone);
      };
      return isChange ? context.uninterrupted(run) : run();
    };
    return operation.act?.({ command, json, by, read, operator, carryOut }, context) ?? carryOut();
  });
}

/** A command's arguments by name. Throws WrongUsage for a key in place of its id. */
const partsOf = ({ registeredArguments, processedArgs }: Command): Readonly<Record<string, string>> =>
  Object.fromEntries(
    registeredArguments.map((argument, at) => {
      const [name, text] = [argument.name(), processedArgs[at]];
      return [name, name === 'keyId' ? keyId(text) : text];
    }),
  );

/** Runs the operation, and shows progress on a terminal. */
async function answerOf(
  { run, progress: shown }: Commanded,
  call: Call,
  context: CliContext,
): Promise<object> {
  if (!run) return {};
  if (!shown) return run(call);
  const useCase = call.operator[shown.of] as (order: object) => Promise<unknown>;
  return counted(context, shown.words, (progress) =>
    run({
      ...call,
      operator: { ...call.operator, [shown.of]: (order: object) => useCase({ ...order, progress }) },
    }),
  );
}

async function tell(operation: Commanded, answer: object, json: boolean, context: CliContext): Promise<void> {
  const { list, secret, said } = operation;
  const sentence = () => said?.(answer, wordsFor(context)) ?? '';
  const { more, next } = answer as { readonly more?: boolean; readonly next?: string };
  if (secret && secret.field in answer)
    return tellSecret(secret, answer, json ? undefined : sentence(), context);
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
  asId: (id) => `, as ${id}`,
  whose: ({ name }) => `${name}’s`,
});
