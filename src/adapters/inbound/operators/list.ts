import { durationText } from './answers.ts';

/** Where lists are shown to people. JSON has its own rows: most lists show what they have. */
export type Surface = 'desk' | 'terminal' | 'sheet';

interface Head {
  /** What people read above it. Above a column of a spreadsheet stands its name. */
  readonly head: string;
  /** By default everywhere. */
  readonly in?: readonly Surface[];
}

/** What stands above a column of a list, and what it says of a row: once for all that show it. */
export type Column<R, C = unknown> = Head &
  (
    | {
        readonly kind?: undefined;
        readonly value: (row: R, context: C) => string | number | undefined;
      }
    | { readonly kind: 'time'; readonly value: (row: R, context: C) => Date | undefined }
    /** A part from 0 to 1, or milliseconds. */
    | { readonly kind: 'share' | 'length'; readonly value: (row: R, context: C) => number | undefined }
  );

/** The columns of a list by their names, in their order. */
export type Columns<R, C = unknown> = Readonly<Record<string, Column<R, C>>>;

export const columnsIn = <H extends Head>(columns: Readonly<Record<string, H>>, surface: Surface) =>
  Object.entries(columns).filter(([, shown]) => shown.in?.includes(surface) ?? true);

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
