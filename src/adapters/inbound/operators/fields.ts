import type { RefusalReason } from '../../../domain/refused.ts';
import { FieldProblems } from './field-problems.ts';
import { followUpTime } from './follow-up-time.ts';
import { InvalidValue } from './invalid-value.ts';
import type { Calendar } from './values.ts';

/** In the words of JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** What a query or a body may have under one name: how it is read, and how it is described. */
export interface Field<T> {
  readonly schema: Schema;
  /** Throws InvalidValue. `calendar`: for what is said from now, or of a day. */
  readonly read: (given: unknown, calendar: Calendar) => T;
  readonly isRequired?: true;
  /** The refusal that says that what it names does not exist. */
  readonly unknown?: RefusalReason;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

/** What is read of such fields. */
export type ValuesOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never;
};

/** Of fields that may be absent. Null is absent, too. */
const optional = <T>(schema: Schema, read: Field<T>['read']): Field<T | undefined> => ({
  schema,
  read: (given, calendar) => (given === null ? undefined : read(given, calendar)),
});

export const required = <T>({ read, ...field }: Field<T | undefined>): Field<T> => ({
  ...field,
  read: read as Field<T>['read'],
  isRequired: true,
});

/** A field that names something: 404 is for what the path names alone. */
export const naming = <T>(unknown: RefusalReason, field: Field<T>): Field<T> => ({ ...field, unknown });

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

/** One object with such fields. */
export const objectOf = <F extends Fields>(description: string, fields: F): Field<ValuesOf<F> | undefined> =>
  optional({ ...schemaOf(fields), description }, (given, calendar) => readFields(fields, given, calendar));

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
      const problems = new FieldProblems();
      const read = given.flatMap((each, at) => {
        const one = problems.read(`[${at}]`, () => readFields(fields, each, calendar));
        return one === undefined ? [] : [one];
      });
      problems.end();
      return read;
    },
  );

/** Throws InvalidFields, also for a name that means nothing: it may be mistyped. */
export function readFields<F extends Fields>(fields: F, given: unknown, calendar: Calendar): ValuesOf<F> {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new InvalidValue('It must be one JSON object.');
  const known = `Known here: ${Object.keys(fields).join(', ') || 'none'}.`;
  const problems = new FieldProblems();
  for (const name of Object.keys(given))
    if (!Object.hasOwn(fields, name)) problems.add(name, 'unknown-field', known);
  const sent = given as Readonly<Record<string, unknown>>;
  const values = Object.entries(fields).map(([name, { read, isRequired }]) => {
    const before = problems.count;
    const isSent = Object.hasOwn(sent, name);
    const value = isSent ? problems.read(name, () => read(sent[name], calendar)) : undefined;
    if (isRequired && value === undefined && problems.count === before)
      problems.add(name, 'required', 'It has to be given.');
    return [name, value] as const;
  });
  problems.end();
  return Object.fromEntries(values) as ValuesOf<F>;
}

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
