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

/** What is made of what may be gone. */
export const orNull = <T, V>(thing: T | undefined, of: (thing: T) => V): V | null =>
  thing === undefined ? null : of(thing);

/** What is made of what may be absent. */
export const ifAny = <T, V>(thing: T | undefined, of: (thing: T) => V): V | undefined =>
  thing === undefined ? undefined : of(thing);

export const list = <S extends v.GenericSchema>(item: S) => v.pipe(v.array(item), v.readonly());
export const perhaps = <S extends v.GenericSchema>(schema: S) => v.optional(schema);
