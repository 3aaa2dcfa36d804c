/** Times in lists that are sorted one by one: sorting a year's times at once would hold everybody up. */
type SortedLists = readonly Float64Array[];

/** How many times are not above `most`. */
export const countUpTo = (lists: SortedLists, most: number): number =>
  lists.reduce((count, sorted) => count + placeAfter(sorted, most), 0);

/** The nearest-rank percentile of sorted times, whole numbers from 0 on: always a time that occurs. */
export function percentile(lists: SortedLists, part: number): number | undefined {
  const all = countUpTo(lists, Number.POSITIVE_INFINITY);
  if (all === 0) return undefined;
  const wanted = Math.ceil(all * part);
  let [below, found] = [-1, Math.max(...lists.map((sorted) => sorted.at(-1) ?? 0))];
  while (found - below > 1) {
    const middle = Math.floor((below + found) / 2);
    if (countUpTo(lists, middle) < wanted) below = middle;
    else found = middle;
  }
  return found;
}

/** The index of the first time above `most`. */
function placeAfter(sorted: Float64Array, most: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((sorted[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
