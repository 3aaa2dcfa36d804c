import type * as v from 'valibot';
import type { RefusalReason } from '../../../domain/refused.ts';
import { InvalidValue } from './invalid-value.ts';

/** What is wrong with a field: a short label, and a sentence. */
export interface FieldProblem {
  /** `moves[2].status` */
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

  constructor(issues: readonly Issue[]) {
    super('Some fields cannot be read.');
    this.problems = issues.toSorted(unknownFirst).slice(0, MOST_PROBLEMS).map(problemOf);
    this.more = issues.length - this.problems.length;
  }
}

type Issue = v.BaseIssue<unknown>;

function problemOf(issue: Issue): FieldProblem {
  const name = keysOf(issue).reduce<string>(
    (outer, key) => (typeof key === 'number' ? `${outer}[${key}]` : outer ? `${outer}.${key}` : `${key}`),
    '',
  );
  const field = name.length > MOST_OF_NAME ? `${name.slice(0, MOST_OF_NAME)}…` : name;
  if (isUnknown(issue)) return { field, error: 'unknown-field', message: issue.message };
  if (issue.input === undefined || issue.input === null)
    return { field, error: 'required', message: 'It has to be given.' };
  return { field, error: 'invalid-value', message: issue.message };
}

const keysOf = ({ path = [] as never }: Issue): unknown[] => path.map(({ key }) => key);

const isUnknown = ({ type }: Issue): boolean => type === 'never';

/** Of one object, the names that it may not have, then what is wrong with its fields. */
function unknownFirst(one: Issue, other: Issue): number {
  const [keys, others] = [keysOf(one), keysOf(other)];
  const depth = keys.findIndex((key, at) => key !== others[at]);
  const isName = (issue: Issue, path: unknown[]) => isUnknown(issue) && path.length === depth + 1;
  return Number(isName(other, others)) - Number(isName(one, keys));
}
