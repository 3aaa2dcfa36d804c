import type { NamedPerson } from '#operators/domain/work/person.ts';

/** Resolves to the person whom an id means, with the name to show. */
export type PersonNamed = (id: string) => Promise<Pick<NamedPerson, 'id' | 'name'>>;
