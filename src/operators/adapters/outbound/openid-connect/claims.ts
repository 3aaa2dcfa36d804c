import { type DeskRole, deskRoles } from '../../../domain/work/desk-role.ts';

/** What a provider says of somebody. */
export type Claims = Readonly<Record<string, unknown>>;

/** Which of the provider's words gives which role. */
export type RoleWords = readonly (readonly [word: string, role: DeskRole])[];

/** The words of a provider that uses ours. */
export const ourWords: RoleWords = deskRoles.map((role) => [role, role]);

/** The claim of this name, or else along a path with dots, whose steps may themselves have dots: `realm_access.roles`. */
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
 * The highest role that a claim gives: by a list of words, which may be written in a text as JSON, or by a text that is one
 * word. Else a word is never taken apart: a group may be called `No admin`, or `cn=interns,ou=admin`.
 */
export function roleIn(claim: unknown, words: RoleWords): DeskRole | undefined {
  const said = [typeof claim === 'string' ? listIn(claim) : claim].flat();
  return deskRoles.findLast((role) => words.some(([word, gives]) => gives === role && said.includes(word)));
}

/** Some providers keep a list only as its JSON. */
function listIn(text: string): unknown {
  const word = text.trim();
  try {
    return word.startsWith('[') ? JSON.parse(word) : word;
  } catch {
    return word;
  }
}
