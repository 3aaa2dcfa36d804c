/** The same text for groups that have the same in each field. */
const keyOf = (group: object): string => JSON.stringify(Object.values(group));

/** What belongs together, group by group: each begins where its first member stands. */
export function groupsOf<T, G extends object>(
  all: readonly T[],
  groupOf: (each: T) => G,
): { readonly group: G; readonly members: readonly T[] }[] {
  const groups = Map.groupBy(all, (each) => keyOf(groupOf(each)));
  return [...groups.values()].flatMap((members) =>
    members[0] ? [{ group: groupOf(members[0]), members }] : [],
  );
}
