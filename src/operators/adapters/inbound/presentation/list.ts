import type * as v from 'valibot';
import { durationText } from './answers.ts';
import { type Field, type View, viewOf } from './view.ts';

/** Where people are shown lists. */
type Surface = 'desk' | 'terminal' | 'sheet';

interface Head<R, C> {
  /** What people read above it. Above a column of a spreadsheet stands its name. */
  readonly head: string;
  /** By default everywhere. */
  readonly in?: readonly Surface[];
  /** What JSON has under the name of the column: `value`, or what a pair makes. By default nothing: most lists are shown of what JSON has. */
  readonly json?: Field<R, C>;
}

/** What stands above a column of a list, and what it says of a row: once for all that show it. */
export type Column<R, C = unknown> = Head<R, C> &
  (
    | {
        readonly kind?: undefined;
        readonly value: (row: R, context: C) => string | number | undefined;
      }
    | { readonly kind: 'time'; readonly value: (row: R, context: C) => Date | undefined }
    /** A part from 0 to 1, or milliseconds. */
    | { readonly kind: 'share' | 'length'; readonly value: (row: R, context: C) => number | undefined }
  );

/** What JSON alone has. */
interface Property<R, C> {
  readonly head?: undefined;
  readonly in?: undefined;
  readonly json: readonly [v.GenericSchema, (row: R, context: C) => unknown];
}

/** The columns of a list by their names, in their order. */
export type Columns<R, C = unknown> = Readonly<Record<string, Column<R, C> | Property<R, C>>>;

interface Shown {
  readonly head?: string | undefined;
  readonly in?: readonly Surface[] | undefined;
}

export const columnsIn = <S extends Shown>(columns: Readonly<Record<string, S>>, surface: Surface) =>
  Object.entries(columns).filter(
    (entry): entry is [string, Extract<S, { readonly head: string }>] =>
      entry[1].head !== undefined && (entry[1].in?.includes(surface) ?? true),
  );

/** As people read it: `7`, `38 %`, `12 min`, a time as `timeText` has it; `undefined` if there is nothing to say. */
export function cellText<R, C>(
  column: Column<R, C>,
  row: R,
  context: C,
  timeText: (time: Date) => string,
): string | undefined {
  const value = column.value(row, context);
  if (value instanceof Date) return timeText(value);
  if (typeof value !== 'number') return value;
  if (column.kind === undefined) return `${value}`;
  return column.kind === 'share' ? `${Math.round(value * 100)} %` : durationText(value);
}

/** The fields of a row in JSON. */
type RowFields<R, C, L> = {
  readonly [N in keyof L as L[N] extends { readonly json: unknown } ? N : never]: L[N] extends {
    readonly json: infer J;
  }
    ? J extends v.GenericSchema
      ? readonly [J, (row: R, context: C) => v.InferOutput<J>]
      : J
    : never;
};

/** What JSON has of a row of such a list. */
export function rowView<R, C, const L extends Columns<R, C>>(
  columns: L & Columns<R, C>,
): View<R, C, RowFields<R, C, L>> {
  const fields = Object.entries<Columns<R, C>[string]>(columns).flatMap(([name, column]) => {
    if (column.json === undefined) return [];
    return [[name, Array.isArray(column.json) ? column.json : [column.json, (column as Column<R, C>).value]]];
  });
  return viewOf<R, C>()(Object.fromEntries<readonly [v.GenericSchema, never]>(fields as never)) as never;
}
