import type { RefusalReason } from '../../../domain/refused.ts';
import { InvalidValue } from './invalid-value.ts';

/** What is wrong with a field: a short label, and a sentence. */
export interface FieldProblem {
  readonly field: string;
  readonly error: 'required' | 'unknown-field' | 'invalid-value' | RefusalReason;
  readonly message: string;
}

/** So many are told of a request, however many it has. */
export const MOST_PROBLEMS = 100;
/** So many characters are told of a name that nobody knows. */
const MOST_OF_NAME = 100;

/** Some fields cannot be read. */
export class InvalidFields extends InvalidValue {
  /** The first ones. */
  readonly problems: readonly FieldProblem[];
  /** How many there are beside. */
  readonly more: number;

  constructor(problems: readonly FieldProblem[], more: number) {
    super('Some fields cannot be read.');
    this.problems = problems;
    this.more = more;
  }
}

/** Gathers what is wrong with the fields of a request. */
export class FieldProblems {
  readonly #first: FieldProblem[] = [];
  #count = 0;

  add(field: string, error: FieldProblem['error'], message: string): void {
    this.#count += 1;
    if (this.#first.length === MOST_PROBLEMS) return;
    const name = field.length > MOST_OF_NAME ? `${field.slice(0, MOST_OF_NAME)}…` : field;
    this.#first.push({ field: name, error, message });
  }

  /** What the field says; `undefined` with what is wrong with it added. */
  read<T>(field: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      if (error instanceof InvalidFields) this.#addParts(field, error);
      else this.add(field, 'invalid-value', error.message);
      return undefined;
    }
  }

  #addParts(field: string, { problems, more }: InvalidFields): void {
    for (const each of problems) this.add(joined(field, each.field), each.error, each.message);
    this.#count += more;
  }

  get count(): number {
    return this.#count;
  }

  /** Throws InvalidFields if there are any. */
  end(): void {
    if (this.#count > 0) throw new InvalidFields(this.#first, this.#count - this.#first.length);
  }
}

/** `moves[2].status`. */
const joined = (outer: string, inner: string): string =>
  inner.startsWith('[') ? `${outer}${inner}` : `${outer}.${inner}`;
