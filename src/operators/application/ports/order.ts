import type { Author } from '../../domain/work/person.ts';

/** An order that is carried out once, however often it comes. */
export interface Once {
  /** The order's name. Throws Refused (`idempotency-key-reused`) if another order had this name. */
  readonly once?: string | undefined;
}

/** Who acts: somebody signed in, with name and id, or a mere name, which stands for no known person. */
export type By = string | Author;
