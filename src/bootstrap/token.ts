import type { ServiceIdentifier } from 'inversify';

/** Makes an identifier that carries the type of its binding: a wrong type does not compile. */
export const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name);
