import type { RefusalReason } from '../../../domain/refused.ts';
import { followUpTime } from '../operators/follow-up-time.ts';
import { InvalidValue } from '../operators/invalid-value.ts';
import type { Calendar } from '../operators/values.ts';

/** In the words of JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** What a query or a body may have under one name: how it is read, and how it is described. */
export interface Field<T> {
  readonly schema: Schema;
  /** Throws InvalidValue. `calendar`: for what is said from now, or of a day. */
  readonly read: (given: unknown, calendar: Calendar) => T;
  readonly isRequired?: true;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

/** What is read of such fields. */
export type ValuesOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never;
};

/** What is wrong with a field: a short label, and a sentence. */
export interface FieldProblem {
  readonly field: string;
  readonly error: 'required' | 'unknown-field' | 'invalid-value' | RefusalReason;
  readonly message: string;
}

/** Some fields cannot be read. */
export class InvalidFields extends InvalidValue {
  readonly problems: readonly FieldProblem[];

  constructor(problems: readonly FieldProblem[]) {
    super(problems.map(({ field, message }) => `${field}: ${message}`).join(' '));
    this.problems = problems;
  }
}

/** Of fields that may be absent. Null is absent, too. */
const optional = <T>(schema: Schema, read: Field<T>['read']): Field<T | undefined> => ({
  schema,
  read: (given, calendar) => (given === null ? undefined : read(given, calendar)),
});

export const required = <T>({ schema, read }: Field<T | undefined>): Field<T> => ({
  schema,
  read: read as Field<T>['read'],
  isRequired: true,
});

function textOf(given: unknown): string {
  if (typeof given !== 'string') throw new InvalidValue('It must be one text.');
  return given;
}

export const text = (description: string, more: Schema = {}): Field<string | undefined> =>
  optional({ type: 'string', ...more, description }, textOf);

/** A text that means something. `read` throws InvalidValue. */
export const meaning = <T>(
  description: string,
  read: (text: string, calendar: Calendar) => T,
  more: Schema = {},
): Field<T | undefined> =>
  optional({ type: 'string', ...more, description }, (given, calendar) => read(textOf(given), calendar));

/** A text; null, too, says something. */
export const textOrNull = (description: string): Field<string | null | undefined> => ({
  schema: { type: ['string', 'null'], description },
  read: (given) => (given === null ? null : textOf(given)),
});

/** When to turn to a customer; null, too, says something. */
export const timeOrNull = (description: string): Field<Date | null | undefined> => ({
  schema: { type: ['string', 'null'], description },
  read: (given, calendar) => (given === null ? null : followUpTime(calendar)(textOf(given))),
});

/** In a query as a text. */
export const flag = (description: string): Field<boolean | undefined> =>
  optional({ type: 'boolean', description }, (given) => {
    if (given === true || given === 'true') return true;
    if (given === false || given === 'false') return false;
    throw new InvalidValue('It must be true or false.');
  });

/** In a query. `read` throws InvalidValue. */
export const count = (
  description: string,
  read: (text: string) => number,
  most: number,
): Field<number | undefined> =>
  optional({ type: 'integer', minimum: 1, maximum: most, description }, (given) => read(textOf(given)));

/** Some of these words. */
export const wordsOf = <W extends string>(
  description: string,
  words: readonly W[],
): Field<readonly W[] | undefined> =>
  optional({ type: 'array', items: { type: 'string', enum: words }, description }, (given) => {
    const isWord = (each: unknown): each is W => words.some((word) => word === each);
    if (!Array.isArray(given) || !given.every(isWord))
      throw new InvalidValue(`It must be a list of ${words.join(', ')}.`);
    return given;
  });

/** A list of objects with such fields. */
export const listOf = <F extends Fields>(
  description: string,
  fields: F,
  most: number,
): Field<readonly ValuesOf<F>[] | undefined> =>
  optional(
    { type: 'array', minItems: 1, maxItems: most, items: schemaOf(fields), description },
    (given, calendar) => {
      if (!Array.isArray(given) || given.length === 0 || given.length > most)
        throw new InvalidValue(`It must be a list of 1 to ${most} objects.`);
      const problems: FieldProblem[] = [];
      const read = given.flatMap((each, at) => {
        const one = attempt(() => readFields(fields, each, calendar), `[${at}]`, problems);
        return one === undefined ? [] : [one];
      });
      if (problems.length > 0) throw new InvalidFields(problems);
      return read;
    },
  );

/** Throws InvalidFields, also for a name that means nothing: it may be mistyped. */
export function readFields<F extends Fields>(fields: F, given: unknown, calendar: Calendar): ValuesOf<F> {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new InvalidValue('It must be one JSON object.');
  const names = Object.keys(fields);
  const problems: FieldProblem[] = Object.keys(given)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((field) => ({
      field,
      error: 'unknown-field',
      message: `Known here: ${names.join(', ') || 'none'}.`,
    }));
  const sent = given as Readonly<Record<string, unknown>>;
  const values = Object.entries(fields).map(([name, { read, isRequired }]) => {
    const isSent = Object.hasOwn(sent, name);
    const known = problems.length;
    const value = isSent ? attempt(() => read(sent[name], calendar), name, problems) : undefined;
    if (isRequired && value === undefined && problems.length === known)
      problems.push({ field: name, error: 'required', message: 'It has to be given.' });
    return [name, value] as const;
  });
  if (problems.length > 0) throw new InvalidFields(problems);
  return Object.fromEntries(values) as ValuesOf<F>;
}

/** `undefined` with the problems added that there are. */
function attempt<T>(read: () => T, field: string, problems: FieldProblem[]): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    const found: readonly FieldProblem[] =
      error instanceof InvalidFields
        ? error.problems.map((each) => ({ ...each, field: joined(field, each.field) }))
        : [{ field, error: 'invalid-value', message: error.message }];
    problems.push(...found);
    return undefined;
  }
}

/** `moves[2].status`. */
const joined = (outer: string, inner: string): string =>
  inner.startsWith('[') ? `${outer}${inner}` : `${outer}.${inner}`;

/** Of an object with such fields. */
export function schemaOf(fields: Fields): Schema {
  const needed = Object.entries(fields).flatMap(([name, { isRequired }]) => (isRequired ? [name] : []));
  return {
    type: 'object',
    ...(needed.length > 0 && { required: needed }),
    properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
    additionalProperties: false,
  };
}
