import * as v from 'valibot';

/**
 * A field of an answer: only its shape, if the thing has the value under the same name; else also a function
 * that makes it.
 */
export type Field<T, C> = v.GenericSchema | readonly [v.GenericSchema, (thing: T, context: C) => unknown];

/** Makes a field from a shape and a function, for a value that the thing does not have under this name. */
export const json = <S extends v.GenericSchema, T, C>(
  shape: S,
  of: (thing: T, context: C) => v.InferOutput<S>,
): readonly [S, (thing: T, context: C) => v.InferOutput<S>] => [shape, of];

type ShapeOf<F> = F extends readonly [infer S extends v.GenericSchema, unknown]
  ? S
  : F extends v.GenericSchema
    ? F
    : never;

/** The shapes of fields. */
type ShapesOf<F> = { readonly [N in keyof F]: ShapeOf<F[N]> };

/** Fields as they are, but for those without a function that the thing lacks or has in another type. */
type Fitting<F, T> = {
  readonly [N in keyof F]: F[N] extends v.GenericSchema
    ? T extends { readonly [M in N]?: v.InferOutput<F[N]> | undefined }
      ? F[N]
      : 'The thing lacks this field, or has it in another type: make it with `json`.'
    : F[N];
};

/** An answer with every field present, perhaps as `undefined`. */
type Made<F> = { readonly [N in keyof F]: v.InferOutput<ShapeOf<F[N]>> };

/** The shape of an answer, with a function that makes the answer. */
export type View<T, C, F> = v.ObjectSchema<ShapesOf<F>, undefined> & {
  readonly fields: F;
  readonly of: (thing: T, context: C) => Made<F>;
};

const isPair = <T, C>(field: Field<T, C>): field is Exclude<Field<T, C>, v.GenericSchema> =>
  Array.isArray(field);

/**
 * Describes an answer about a thing: its shape, and `of` that makes the answer. The context is further data
 * that fields need.
 */
export const viewOf =
  <T, C = void>() =>
  <const F extends Readonly<Record<string, Field<T, C>>>>(fields: F & Fitting<F, T>): View<T, C, F> => {
    const all = Object.entries<Field<T, C>>(fields);
    const shapes = Object.fromEntries(
      all.map(([name, field]) => [name, isPair(field) ? field[0] : field]),
    ) as ShapesOf<F>;
    const makers = all.map(
      ([name, field]) => [name, isPair(field) ? field[1] : (thing: T) => thing[name as keyof T]] as const,
    );
    return Object.assign(v.object(shapes), {
      fields,
      of: (thing: T, context: C) =>
        Object.fromEntries(makers.map(([name, of]) => [name, of(thing, context)])) as never,
    });
  };
