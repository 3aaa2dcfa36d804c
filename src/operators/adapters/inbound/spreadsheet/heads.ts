import type { CsvRecord } from './csv.ts';

/** The columns of a sheet, found by their heads. */
export interface Heads<C extends string> {
  readonly line: number;
  /** The index of each column that was found. */
  readonly columns: { readonly [Column in C]?: number };
  /** The number of columns, up to the last that has a head. */
  readonly width: number;
  /** A sentence that names two columns which mean the same; `undefined` if there are none. */
  readonly problem: string | undefined;
}

/**
 * Finds the first line that has a head for one of the `telling` columns. `names` has the heads of each column,
 * the exact one first. A head may be in any case, with or without spaces.
 */
export function findHeads<C extends string>(
  records: readonly CsvRecord[],
  names: Readonly<Record<C, readonly string[]>>,
  telling: readonly C[],
): Heads<C> | undefined {
  for (const { line, cells } of records) {
    const plain = cells.map((head) => head.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
    const places = (Object.keys(names) as C[]).map((column) => {
      const name = names[column].find((each) => plain.includes(each));
      return { column, at: plain.flatMap((head, at) => (head === name ? [at] : [])) };
    });
    if (!places.some(({ column, at }) => telling.includes(column) && at.length > 0)) continue;
    const twice = places.find(({ at }) => at.length > 1)?.at.map((at) => `“${cells[at]}” (column ${at + 1})`);
    return {
      line,
      width: cells.findLastIndex((head) => head !== '') + 1,
      columns: Object.fromEntries(
        places.flatMap(({ column, at }) => (at.length > 0 ? [[column, at[0]]] : [])),
      ),
      problem: twice && `These columns mean the same: ${twice.join(' and ')}. Remove or rename one of them.`,
    } as Heads<C>;
  }
  return undefined;
}
