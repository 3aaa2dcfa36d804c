import { meaning, optional, text } from './fields.ts';
import { InvalidValue } from './invalid-value.ts';
import { type Asked, type Condition, conditions, type Looking } from './lead-conditions.ts';
import type { CommandWords } from './operation.ts';

type FilterName = keyof typeof conditions;

export const filters = Object.entries(conditions) as readonly (readonly [FilterName, Condition])[];

/** A filter of a list of leads, without empty values. */
export type LeadFilter = { readonly [F in FilterName]?: string };

const filterWith = (textOf: (filter: readonly [FilterName, Condition]) => string | undefined): LeadFilter =>
  Object.fromEntries(
    filters.flatMap((filter) => {
      const given = textOf(filter);
      return given ? [[filter[0], given]] : [];
    }),
  );

export const filterIn = (query: URLSearchParams): LeadFilter =>
  filterWith(([name, { means }]) => {
    const given = query.get(name)?.trim();
    return given && hasMeaning(given, means) ? given : undefined;
  });

function hasMeaning(given: string, means: Condition['means']): boolean {
  try {
    means?.(given);
    return true;
  } catch (error) {
    if (error instanceof InvalidValue) return false;
    throw error;
  }
}

/** Makes the query for the use cases; by default newest first. Throws InvalidValue. */
export const conditionsOf = (
  filter: { readonly [F in FilterName]?: string | undefined },
  looking: Looking,
): Asked =>
  Object.assign(
    { newest: true },
    ...filters.map(([name, { means = (text: string) => text, asks }]) => {
      const given = filter[name];
      return given === undefined ? {} : asks(means(given), looking);
    }),
  );

const checkedBy = (means: NonNullable<Condition['means']>) => (given: string) => {
  means(given);
  return given;
};

/** The fields with which programs narrow a list. */
export const filterFields = optional(
  Object.fromEntries(
    filters.flatMap(([name, { says, schema, means }]) =>
      says === undefined
        ? []
        : [[name, means ? meaning(says, checkedBy(means), schema) : text(says, schema)]],
    ),
  ) as Readonly<Record<Exclude<FilterName, 'order'>, ReturnType<typeof text>>>,
);

/** The options of the command line whose names differ from the fields'. */
export const filterOptions = Object.fromEntries(
  filters.flatMap(([name, { options }]) => (options ? [[name, options]] : [])),
) as NonNullable<CommandWords<Exclude<FilterName, 'order'>>['options']>;
