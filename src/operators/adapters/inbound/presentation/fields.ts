import * as v from 'valibot';
import { InvalidFields } from './field-problems.ts';
import { followUpTime } from './follow-up-time.ts';
import { InvalidValue } from './invalid-value.ts';
import { passedOver } from './passed-over.ts';
import { type Calendar, since, until } from './values.ts';

/** What a query, a body or a form may have, by name: how it is read, and how it is described. All are needed but those of `optional`. */
export type Fields = v.ObjectEntries;
/** Times are said from now, or of a day. */
export type FieldsOn<F extends Fields> = F | ((calendar: Calendar) => F);
/** What is read of such fields. */
export type ValuesOf<F extends Fields> = v.InferOutput<v.StrictObjectSchema<F, undefined>>;

export const fieldsOn = <F extends Fields>(fields: FieldsOn<F> | undefined, calendar: Calendar): Fields =>
  (typeof fields === 'function' ? fields(calendar) : fields) ?? {};

type Optional<F extends v.GenericSchema> =
  F extends v.NullableSchema<infer _S, infer _D>
    ? v.OptionalSchema<F, undefined>
    : v.NullishSchema<F, () => undefined>;

/** The same fields, each of which may be absent. So is null, unless it says something. */
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

/** A text that means something. `read` throws InvalidValue. `more`: in the words of JSON Schema. */
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

/** A text; null, too, says something. */
export const textOrNull = (description: string) => v.nullable(text(description));

/** When to turn to a customer; null, too, says something. */
export const timeOrNull = (description: string, calendar: Calendar) =>
  v.nullable(meaning(description, followUpTime(calendar)));

export const timeFrom = (description: string, calendar: Calendar) => meaning(description, since(calendar));
export const timeUntil = (description: string, calendar: Calendar) => meaning(description, until(calendar));

/** In a query as a text. */
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

/** In a query. `read` throws InvalidValue. */
export const count = (description: string, read: (text: string) => number, most: number) =>
  meaning(description, read, { type: 'integer', minimum: 1, maximum: most });

/** One of these words. */
export const wordIn = <const W extends string>(description: string, words: readonly W[]) =>
  v.pipe(v.picklist(words, `It must be ${words.join(', ')}.`), v.description(description));

/** Some of these words. */
export const wordsOf = <const W extends string>(description: string, words: readonly W[]) => {
  const why = `It must be a list of ${words.join(', ')}.`;
  return v.pipe(v.array(v.picklist(words, why), why), v.description(description), v.readonly());
};

/** Some texts. */
export const listOfTexts = (description: string, most = 100) => {
  const why = `It must be a list of at most ${most} texts.`;
  return v.pipe(v.array(oneText, why), v.maxLength(most, why), v.description(description), v.readonly());
};

/** One object with such fields. */
export const objectOf = <F extends Fields>(description: string, fields: F) =>
  v.pipe(only(fields), v.description(description));

/** A list of objects with such fields. */
export const listOf = <F extends Fields>(description: string, fields: F, most: number) => {
  const why = `It must be a list of 1 to ${most} objects.`;
  const list = v.array(only(fields), why);
  return v.pipe(list, v.minLength(1, why), v.maxLength(most, why), v.description(description), v.readonly());
};

/** A name that means nothing is refused, too: it may be mistyped. */
export const only = <F extends Fields>(fields: F) =>
  v.objectWithRest(
    fields,
    v.never(`Known here: ${Object.keys(fields).join(', ') || 'none'}.`),
    'It must be one JSON object.',
  );

/** Throws InvalidFields. */
export function readFields<F extends Fields>(fields: F, given: unknown): ValuesOf<F> {
  if (Array.isArray(given)) throw new InvalidValue('It must be one JSON object.');
  const hidden = passedOver(given);
  if (hidden) throw new InvalidFields([hidden]);
  const { success, issues, output } = v.safeParse(only(fields), given);
  if (success) return output as ValuesOf<F>;
  throw issues[0].path ? new InvalidFields(issues) : new InvalidValue(issues[0].message);
}
