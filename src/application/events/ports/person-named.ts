import type { NamedPerson } from '../../../domain/work/person.ts';

/** Whom an id means, and what to call them. */
export type PersonNamed = (id: string) => Promise<Pick<NamedPerson, 'id' | 'name'>>;
