import * as v from 'valibot';

/** What answers are made of. What is not known is left out. */

export const text = v.string();
export const time = v.date();
export const flag = v.boolean();
export const whole = v.pipe(v.number(), v.integer());
export const milliseconds = v.pipe(whole, v.description('Milliseconds.'));

export const said = <S extends v.GenericSchema>(schema: S, description: string) =>
  v.pipe(schema, v.description(description));

/** One of the shapes that have a name, with what it is here. */
export const ref = <S extends v.GenericSchema>(shape: S, description: string) =>
  v.pipe(
    v.lazy((): S => shape),
    v.description(description),
  );

/** What the shape has of a thing. */
export const shownAs = <E extends v.ObjectEntries, T extends v.InferOutput<v.ObjectSchema<E, undefined>>>(
  { entries }: v.ObjectSchema<E, undefined>,
  thing: T,
): Pick<T, keyof E & keyof T> =>
  Object.fromEntries(Object.keys(entries).map((name) => [name, thing[name as keyof T]])) as unknown as T;

export const list = <S extends v.GenericSchema>(item: S) => v.pipe(v.array(item), v.readonly());
export const perhaps = <S extends v.GenericSchema>(schema: S) => v.optional(schema);
