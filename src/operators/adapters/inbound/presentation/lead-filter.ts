import { TimeZone } from '#operators/domain/time-zone.ts';
import { meaning, optional } from './fields.ts';
import { InvalidValue } from './invalid-value.ts';
import { type Asked, type Condition, conditions, type Looking } from './lead-conditions.ts';
import type { CommandWords } from './operation.ts';

type FilterName = keyof typeof conditions;

export const filters = Object.entries(conditions) as readonly (readonly [FilterName, Condition])[];

/** A filter of a list of leads, without empty values. */
export type LeadFilter = { readonly [F in FilterName]?: string };

const asItIs = (text: string): string => text;

export const filterIn = (query: URLSearchParams): LeadFilter =>
  Object.fromEntries(
    filters.flatMap(([name, { means }]) => {
      const given = query.get(name)?.trim();
      const value = given && ifValid(given, means);
      return value ? [[name, value]] : [];
    }),
  );

function ifValid(given: string, means = asItIs): string | undefined {
  try {
    return means(given);
  } catch (error) {
    if (error instanceof InvalidValue) return undefined;
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
    ...filters.map(([name, { means = asItIs, asks }]) => {
      const given = filter[name];
      return given === undefined ? {} : asks(means(given), looking);
    }),
  );

const anyLooking: Looking = { me: '', now: new Date(0), zone: TimeZone.own() };

/** The fields with which programs narrow a list. A value that makes no query is refused with its field. */
export const filterFields = optional(
  Object.fromEntries(
    filters.flatMap(([name, { says, schema, means = asItIs, asks }]) => {
      if (says === undefined) return [];
      const read = (given: string) => {
        const value = means(given);
        asks(value, anyLooking);
        return value;
      };
      return [[name, meaning(says, read, schema)]];
    }),
  ) as Readonly<Record<Exclude<FilterName, 'order'>, ReturnType<typeof meaning<string>>>>,
);

/** The options of the command line whose names differ from the fields'. */
export const filterOptions = Object.fromEntries(
  filters.flatMap(([name, { options }]) => (options ? [[name, options]] : [])),
) as NonNullable<CommandWords<Exclude<FilterName, 'order'>>['options']>;
