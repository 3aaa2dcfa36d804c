import type * as v from 'valibot';
import type { RefusalReason } from '#operators/domain/refused.ts';
import { InvalidValue } from './invalid-value.ts';

/** A field's fault: a short label, and a sentence. */
export interface FieldProblem {
  /** The field's name, such as `moves[2].status`. */
  readonly field: string;
  readonly error: 'required' | 'unknown-field' | 'invalid-value' | RefusalReason;
  readonly message: string;
}

/** The most faults that are reported for one request. */
export const MOST_PROBLEMS = 100;
/** The most characters of an unknown name that are repeated. */
const MOST_OF_NAME = 100;

/** Some fields of a request cannot be read. */
export class InvalidFields extends InvalidValue {
  /** The first faults. */
  readonly problems: readonly FieldProblem[];
  /** The number of further faults. */
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

/** Sorts faults: for each object, unknown names come before faults of fields. */
function unknownFirst(one: Issue, other: Issue): number {
  const [keys, others] = [keysOf(one), keysOf(other)];
  const depth = keys.findIndex((key, at) => key !== others[at]);
  const isName = (issue: Issue, path: unknown[]) => isUnknown(issue) && path.length === depth + 1;
  return Number(isName(other, others)) - Number(isName(one, keys));
}
