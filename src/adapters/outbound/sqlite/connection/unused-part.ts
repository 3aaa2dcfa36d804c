/**
 * From where to where a page has nothing that means anything: between its pointers and its cells. Only a page of a table or
 * an index has such a part. (SQLite's file format, 1.6.)
 */
export function unusedPart(page: Buffer): readonly [from: number, to: number] {
  const head = heads.get(page.readUInt8(0));
  if (head === undefined) return [0, 0];
  return [head + 2 * page.readUInt16BE(3), page.readUInt16BE(5)];
}

/** Bytes before the pointers, by what the page is. */
const heads = new Map([
  [2, 12],
  [5, 12],
  [10, 8],
  [13, 8],
]);

/** In a larger file, what begins as such a page may be another. */
export const MOST_PAGES = 2 ** 25;
