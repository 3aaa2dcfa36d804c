import * as v from 'valibot';
import { InvalidFields } from './field-problems.ts';
import { followUpTime } from './follow-up-time.ts';
import { InvalidValue } from './invalid-value.ts';
import { passedOver } from './passed-over.ts';
import { type Calendar, since, until } from './values.ts';

/**
 * The fields of a query, body or form by name: how each is read and described. All are required, except those
 * of `optional`.
 */
export type Fields = v.ObjectEntries;
/** Fields, or a function that makes them for a calendar, as times are relative to now and to a zone. */
export type FieldsOn<F extends Fields> = F | ((calendar: Calendar) => F);
/** The values read from such fields. */
export type ValuesOf<F extends Fields> = v.InferOutput<v.StrictObjectSchema<F, undefined>>;

export const fieldsOn = <F extends Fields>(fields: FieldsOn<F> | undefined, calendar: Calendar): Fields =>
  (typeof fields === 'function' ? fields(calendar) : fields) ?? {};

type Optional<F extends v.GenericSchema> =
  F extends v.NullableSchema<infer _S, infer _D>
    ? v.OptionalSchema<F, undefined>
    : v.NullishSchema<F, () => undefined>;

/** Makes fields optional. `null` counts as absent, unless the field allows it. */
export const optional = <F extends Readonly<Record<string, v.GenericSchema>>>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.type === 'nullable' ? v.optional(field) : v.nullish(field, () => undefined),
    ]),
  ) as { readonly [N in keyof F]: Optional<F[N]> };

const oneText = v.string('It must be one text.');

export const text = (description: string, more: object = {}) =>
  v.pipe(oneText, v.metadata({ ...more, description }));

/** A text with a meaning. `read` throws InvalidValue. `more`: further words of JSON Schema. */
export const meaning = <T>(description: string, read: (text: string) => T, more: object = {}) =>
  v.pipe(text(description, more), reading(read));

const reading = <G, T>(read: (given: G) => T) =>
  v.rawTransform<G, T>(({ dataset, addIssue, NEVER }) => {
    try {
      return read(dataset.value);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      addIssue({ message: error.message });
      return NEVER;
    }
  });

/** A text, or `null` with a meaning of its own. */
export const textOrNull = (description: string) => v.nullable(text(description));

/** A time at which to turn to a customer, or `null` with a meaning of its own. */
export const timeOrNull = (description: string, calendar: Calendar) =>
  v.nullable(meaning(description, followUpTime(calendar)));

export const timeFrom = (description: string, calendar: Calendar) => meaning(description, since(calendar));
export const timeUntil = (description: string, calendar: Calendar) => meaning(description, until(calendar));

/** A boolean, which a query has as a text. */
export const flag = (description: string) =>
  v.pipe(
    v.unknown(),
    v.metadata({ type: 'boolean', description }),
    reading((given): boolean => {
      if (given === true || given === 'true') return true;
      if (given === false || given === 'false') return false;
      throw new InvalidValue('It must be true or false.');
    }),
  );

/** A number in a query. `read` throws InvalidValue. */
export const count = (description: string, read: (text: string) => number, most: number) =>
  meaning(description, read, { type: 'integer', minimum: 1, maximum: most });

/** One of the given words. */
export const wordIn = <const W extends string>(description: string, words: readonly W[]) =>
  v.pipe(v.picklist(words, `It must be ${words.join(', ')}.`), v.description(description));

/** A list of the given words. */
export const wordsOf = <const W extends string>(description: string, words: readonly W[]) => {
  const why = `It must be a list of ${words.join(', ')}.`;
  return v.pipe(v.array(v.picklist(words, why), why), v.description(description), v.readonly());
};

/** A field that takes a list of texts. */
export const listOfTexts = (description: string, most = 100) => {
  const why = `It must be a list of at most ${most} texts.`;
  return v.pipe(v.array(oneText, why), v.maxLength(most, why), v.description(description), v.readonly());
};

/** An object with the given fields. */
export const objectOf = <F extends Fields>(description: string, fields: F) =>
  v.pipe(only(fields), v.description(description));

/** A list of objects with the given fields. */
export const listOf = <F extends Fields>(description: string, fields: F, most: number) => {
  const why = `It must be a list of 1 to ${most} objects.`;
  const list = v.array(only(fields), why);
  return v.pipe(list, v.minLength(1, why), v.maxLength(most, why), v.description(description), v.readonly());
};

/** An object with these fields and no others: an unknown name is refused, as it may be mistyped. */
export const only = <F extends Fields>(fields: F) =>
  v.objectWithRest(
    fields,
    v.never(`Known here: ${Object.keys(fields).join(', ') || 'none'}.`),
    'It must be one JSON object.',
  );

/** The one that is given; `undefined` if it is none, or several. */
export function onlyOne<T>(perhaps: readonly (T | undefined | false)[]): T | undefined {
  const given = perhaps.filter((each): each is T => each !== undefined && each !== false);
  return given.length === 1 ? given[0] : undefined;
}

/** Reads fields. Throws InvalidFields. */
export function readFields<F extends Fields>(fields: F, given: unknown): ValuesOf<F> {
  if (Array.isArray(given)) throw new InvalidValue('It must be one JSON object.');
  const hidden = passedOver(given);
  if (hidden) throw new InvalidFields([hidden]);
  const { success, issues, output } = v.safeParse(only(fields), given);
  if (success) return output as ValuesOf<F>;
  throw issues[0].path ? new InvalidFields(issues) : new InvalidValue(issues[0].message);
}
