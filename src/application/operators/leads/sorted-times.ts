/** Lists that are sorted one by one: to sort all of a year together would hold everybody up. */
type SortedLists = readonly Float64Array[];

/** How many of them are not above. */
export const countUpTo = (lists: SortedLists, most: number): number =>
  lists.reduce((count, sorted) => count + placeAfter(sorted, most), 0);

/** The least of them that this part of all does not exceed: always one that occurred. Of whole numbers from 0 on. */
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

/** The place of the first that is above. */
function placeAfter(sorted: Float64Array, most: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((sorted[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
