import type * as v from 'valibot';
import { durationText } from './answers.ts';
import { type Field, type View, viewOf } from './view.ts';

/** The places where people see lists. */
type Surface = 'desk' | 'terminal' | 'sheet';

interface Head<R, C> {
  /** The column's heading for people. In a spreadsheet, it is the column's name. */
  readonly head: string;
  /** The places that show the column; by default all. */
  readonly in?: readonly Surface[];
  /**
   * The column's field in JSON, made by `value` or by a pair. Absent: JSON has none, as most lists are made
   * from JSON's rows.
   */
  readonly json?: Field<R, C>;
}

/** A column of a list: heading and values, for all places that show the list. */
export type Column<R, C = unknown> = Head<R, C> &
  (
    | {
        readonly kind?: undefined;
        readonly value: (row: R, context: C) => string | number | undefined;
      }
    | { readonly kind: 'time'; readonly value: (row: R, context: C) => Date | undefined }
    /** A share from 0 to 1, or milliseconds. */
    | { readonly kind: 'share' | 'length'; readonly value: (row: R, context: C) => number | undefined }
  );

/** A field that only JSON has. */
interface Property<R, C> {
  readonly head?: undefined;
  readonly in?: undefined;
  readonly json: readonly [v.GenericSchema, (row: R, context: C) => unknown];
}

/** The columns of a list by name, in order. */
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

/** A cell as people read it: `7`, `38 %`, `12 min`, a time by `timeText`; `undefined` if it is empty. */
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

/** Makes the view of a list's row in JSON. */
export function rowView<R, C, const L extends Columns<R, C>>(
  columns: L & Columns<R, C>,
): View<R, C, RowFields<R, C, L>> {
  const fields = Object.entries<Columns<R, C>[string]>(columns).flatMap(([name, column]) => {
    if (column.json === undefined) return [];
    return [[name, Array.isArray(column.json) ? column.json : [column.json, (column as Column<R, C>).value]]];
  });
  return viewOf<R, C>()(Object.fromEntries<readonly [v.GenericSchema, never]>(fields as never)) as never;
}
