import type { Command } from 'commander';
import type { OwnUseCases, UseCase } from '#operators/application/operator-as.ts';
import type { Fields, FieldsOn } from '../presentation/fields.ts';
import type { Columns } from '../presentation/list.ts';
import type { Call, CommandWords, Operation, Words } from '../presentation/operation.ts';
import type { CliContext } from './cli-context.ts';
import { table } from './text.ts';

/** How a command differs from its operation's usual form, or what it has in addition. */
export interface AtTerminal<F extends Fields = Fields, A extends object = object> {
  readonly query?: FieldsOn<F>;
  readonly body?: FieldsOn<F>;
  readonly run?: (call: Call<F, F>) => Promise<A>;
  /** Adds further options. */
  readonly options?: (command: Command) => Command;
  /** Runs instead of carrying out the operation at once. */
  readonly act?: (asked: Asked<F>, context: CliContext) => Promise<void>;
  /** The command only reads, but the audit log records who looked. */
  readonly recorded?: true;
  /** Writes an answer that is a list for people. */
  readonly list?: (answer: A, context: CliContext) => string;
  /** Prints CSV for a spreadsheet. */
  readonly csv?: (call: Call<F, F>, context: CliContext) => Promise<void>;
  /** Replaces `run` and `list`, if people are shown rows that the JSON lacks. */
  readonly show?: (call: Call<F, F>, context: CliContext) => Promise<string>;
  /** A value that is shown once. Without `--json`, standard output has it alone, so that it can be piped on. */
  readonly secret?: Secret<A>;
  /** The use case whose progress is shown, and the words for what it counts. */
  readonly progress?: { readonly of: UseCase; readonly words: string };
  /** Makes a remark for standard error after the answer. */
  readonly remark?: (answer: A, call: Call<F, F>, context: CliContext) => Promise<string | undefined>;
  /** Says what was not done after all. The exit code is then 1. */
  readonly undone?: (answer: A, call: Call<F, F>) => string | undefined;
  readonly said?: (answer: A, words: Words) => string;
}

export interface Secret<A> {
  readonly field: keyof A & string;
  /** The remark if standard output did not take the secret. */
  readonly lost: (answer: A) => string;
}

/** A command for an operation, or of the command line's own. Without `run`, `act` does everything. */
export interface Commanded<F extends Fields = Fields, A extends object = object>
  extends AtTerminal<F, A>,
    Pick<Operation, 'method' | 'summary'> {
  readonly command: CommandWords;
}

/** Returns its argument, with checked types. */
export const commanded = <A extends object, F extends Fields = Record<never, never>>(
  given: Commanded<F, A>,
): Commanded => given as unknown as Commanded;

/** Returns its argument, with checked types. */
export const atTerminal = <A extends object, F extends Fields = Fields>(
  given: AtTerminal<F, A>,
): AtTerminal => given as unknown as AtTerminal;

/** Makes `list`: a table of the rows that the answer has under `name`, or the text `none`. */
export const tableOf =
  <R, N extends string>(columns: Columns<R>, name: N, none: string) =>
  (answer: Readonly<Record<N, readonly R[]>>, context: CliContext): string => {
    const rows = answer[name];
    return rows.length === 0 ? none : table(columns, rows, context);
  };

/** A command that runs. */
export interface Asked<F extends Fields = Fields> {
  readonly command: Command;
  readonly json: boolean;
  /** The name of the person who runs the command. */
  readonly by: string;
  /** Reads the command's fields. Throws WrongUsage. */
  readonly read: () => Omit<Call<F, F>, 'operator'>;
  /** Opens the store, and resolves to the use cases. */
  readonly operator: () => Promise<OwnUseCases>;
  /** Carries out the operation and reports the result. */
  readonly carryOut: () => Promise<void>;
}
