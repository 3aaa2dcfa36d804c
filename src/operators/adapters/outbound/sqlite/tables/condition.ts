import type { SQLInputValue } from 'node:sqlite';

/** A part of a statement, with its values. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

export const condition = (sql: string, ...values: SQLInputValue[]): Condition => ({ sql, values });

/** Joins the given parts; absent ones are left out. */
export function joined(parts: readonly (Condition | undefined)[], by: 'AND' | 'OR'): Condition {
  const given = parts.filter((part) => part !== undefined);
  if (given.length === 0) return condition(by === 'AND' ? 'TRUE' : 'FALSE');
  return {
    sql: given.map(({ sql }) => `(${sql})`).join(` ${by} `),
    values: given.flatMap(({ values }) => values),
  };
}
