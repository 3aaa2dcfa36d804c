import * as v from 'valibot';

/** Building blocks of answers. Values that are not known are left out. */

export const text = v.string();
/** The id of a lead: the only one that is a UUID wherever leads are kept. */
export const leadId = v.pipe(text, v.metadata({ format: 'uuid' }));
export const time = v.date();
export const flag = v.boolean();
export const whole = v.pipe(v.number(), v.integer());
export const milliseconds = v.pipe(whole, v.description('Milliseconds.'));

export const said = <S extends v.GenericSchema>(schema: S, description: string) =>
  v.pipe(schema, v.description(description));

/** A reference to a shape that has a name, with a description for this place. */
export const ref = <S extends v.GenericSchema>(shape: S, description: string) =>
  v.pipe(
    v.lazy((): S => shape),
    v.description(description),
  );

/** A value made from a thing, or `null` without the thing. */
export const orNull = <T, V>(thing: T | undefined, of: (thing: T) => V): V | null =>
  thing === undefined ? null : of(thing);

/** A value made from a thing, or `undefined` without the thing. */
export const ifAny = <T, V>(thing: T | undefined, of: (thing: T) => V): V | undefined =>
  thing === undefined ? undefined : of(thing);

export const list = <S extends v.GenericSchema>(item: S) => v.pipe(v.array(item), v.readonly());
export const perhaps = <S extends v.GenericSchema>(schema: S) => v.optional(schema);
