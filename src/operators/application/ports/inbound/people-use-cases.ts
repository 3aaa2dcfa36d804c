import type { Author } from '#operators/domain/work/person.ts';

/** Who acts: somebody signed in, with name and id, or a mere name, which stands for no known person. */
export type By = string | Author;
