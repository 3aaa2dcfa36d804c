import type { Command } from 'commander';
import type { OwnUseCases, UseCase } from '../../../application/operator-as.ts';
import type { Fields, FieldsOn } from '../presentation/fields.ts';
import type { Columns } from '../presentation/list.ts';
import type { Call, CommandWords, Operation, Words } from '../presentation/operation.ts';
import type { CliContext } from './cli-context.ts';
import { table } from './text.ts';

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
  /** What is counted while it goes on, by which use case. */
  readonly progress?: readonly [UseCase, string];
  /** Told on standard error in the end. */
  readonly remark?: (answer: A, call: Call<F, F>, context: CliContext) => Promise<string | undefined>;
  /** What was not done after all, for which the exit code is 1. */
  readonly undone?: (answer: A, call: Call<F, F>) => string | undefined;
  readonly said?: (answer: A, words: Words) => string;
}

export interface Secret<A> {
  readonly field: keyof A & string;
  /** Said if it could not be written. */
  readonly lost: (answer: A) => string;
}

/** A command, by an operation of the table or of its own. Without `run`, `act` does all. */
export interface Commanded<F extends Fields = Fields, A extends object = object>
  extends AtTerminal<F, A>,
    Pick<Operation, 'method' | 'summary'> {
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
  /** Who does it. */
  readonly by: string;
  /** Reads the fields. Throws WrongUsage. */
  readonly read: () => Omit<Call<F, F>, 'operator'>;
  /** Needs the store. */
  readonly operator: () => Promise<OwnUseCases>;
  /** Carries out the operation, and tells what became of it. */
  readonly carryOut: () => Promise<void>;
}
