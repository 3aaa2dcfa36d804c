/** The claims that a provider makes about an account. */
export type Claims = Readonly<Record<string, unknown>>;

/** Finds a claim by its name, else by a path with dots, whose steps may have dots themselves: `realm_access.roles`. */
export function claimAt(path: string, claims: unknown): unknown {
  if (typeof claims !== 'object' || claims === null) return undefined;
  if (Object.hasOwn(claims, path)) return (claims as Claims)[path];
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
    const step = path.slice(0, dot);
    const inner = Object.hasOwn(claims, step)
      ? claimAt(path.slice(dot + 1), (claims as Claims)[step])
      : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}
