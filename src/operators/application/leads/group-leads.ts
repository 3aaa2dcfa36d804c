/** A text that is equal for groups with equal fields. */
const keyOf = (group: object): string => JSON.stringify(Object.values(group));

/** The members of each group. Groups come in the order of their first members. */
export function groupsOf<T, G extends object>(
  all: readonly T[],
  groupOf: (each: T) => G,
): { readonly group: G; readonly members: readonly T[] }[] {
  const groups = Map.groupBy(all, (each) => keyOf(groupOf(each)));
  return [...groups.values()].flatMap((members) =>
    members[0] ? [{ group: groupOf(members[0]), members }] : [],
  );
}
