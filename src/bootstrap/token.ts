import type { ServiceIdentifier } from 'inversify';

/** An identifier that carries the type of what is bound to it: a wrong type does not compile. */
export const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name);
