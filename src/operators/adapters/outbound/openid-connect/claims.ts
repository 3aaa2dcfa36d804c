import { type DeskRole, deskRoles } from '../../../domain/work/desk-role.ts';

/** The claims that a provider makes about an account. */
export type Claims = Readonly<Record<string, unknown>>;

/** The provider's words for roles, each with our role. */
export type RoleWords = readonly (readonly [word: string, role: DeskRole])[];

/** The words of a provider that uses our names for roles. */
export const ourWords: RoleWords = deskRoles.map((role) => [role, role]);

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

/**
 * The highest role in a claim: a list of words, the JSON of such a list, or one word. A word is never split: a
 * group may be called `No admin`, or `cn=interns,ou=admin`.
 */
export function roleIn(claim: unknown, words: RoleWords): DeskRole | undefined {
  const said = [typeof claim === 'string' ? listIn(claim) : claim].flat();
  return deskRoles.findLast((role) => words.some(([word, gives]) => gives === role && said.includes(word)));
}

/** Reads a list that a provider stores as JSON; any other text is one word. */
function listIn(text: string): unknown {
  const word = text.trim();
  try {
    return word.startsWith('[') ? JSON.parse(word) : word;
  } catch {
    return word;
  }
}
