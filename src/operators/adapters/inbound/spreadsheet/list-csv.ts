import type { TimeZone } from '#operators/domain/time-zone.ts';
import { type Column, type Columns, columnsIn } from '../presentation/list.ts';
import { csvLine } from './csv.ts';

/** The line of heads of a list, and how to write its rows. The first column of times names the zone. */
export function listCsv<R, C>(columns: Columns<R, C>, zone: TimeZone) {
  const shown = columnsIn(columns, 'sheet');
  const firstTime = shown.find(([, { kind }]) => kind === 'time')?.[0];
  const heads = shown.map(([name, { kind }]) => {
    if (name === firstTime) return `${name} (${zone.name})`;
    return kind === 'length' ? `${name}Minutes` : name;
  });
  return {
    heads: csvLine(heads),
    line: (row: R, context: C) => csvLine(shown.map(([, column]) => cellOf(column, row, context, zone))),
  };
}

function cellOf<R, C>(column: Column<R, C>, row: R, context: C, zone: TimeZone): string {
  const value = column.value(row, context);
  if (value === undefined) return '';
  if (value instanceof Date) return zone.isoAt(value);
  if (typeof value === 'string' || column.kind === undefined) return `${value}`;
  return column.kind === 'share' ? value.toFixed(3) : (value / 60_000).toFixed(1);
}
