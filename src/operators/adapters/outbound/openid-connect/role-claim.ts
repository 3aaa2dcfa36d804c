import { type DeskRole, deskRoles } from '#operators/domain/work/desk-role.ts';
import { type Claims, claimAt } from './claims.ts';
import { isVerified } from './person.ts';

/** The provider's words for roles, each with our role. */
export type RoleWords = readonly (readonly [word: string, role: DeskRole])[];

/** Claims of a person's own choice (OpenID Connect Core 5.1, and Microsoft's): none of them is a list of words. */
const personal = new Set([
  'sub',
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'website',
  'email',
  'phone_number',
  'upn',
  'unique_name',
]);

/** The claim that gives roles, and the words in it that do. */
export class RoleClaim {
  readonly #name: string;
  readonly #words: RoleWords;
  readonly #known: string;

  /** `words`: by default our names for roles. */
  constructor(name: string, words?: RoleWords) {
    this.#name = name;
    this.#words = words ?? deskRoles.map((role) => [role, role]);
    this.#known = words
      ? 'a word of DESK_OIDC_ROLES'
      : `${deskRoles.slice(0, -1).join(', ')} or ${deskRoles.at(-1)}`;
  }

  in(claims: unknown): unknown {
    return claimAt(this.#name, claims);
  }

  /**
   * The highest role in the claim. A role by email counts only once the provider has verified it: some let people
   * enter any.
   */
  roleIn(claims: Claims): DeskRole | undefined {
    if (this.#name === 'email' && !isVerified(claims)) return undefined;
    const said = this.#wordsIn(this.in(claims));
    return deskRoles.findLast((role) =>
      this.#words.some(([word, gives]) => gives === role && said.includes(word)),
    );
  }

  /** Says why the claim gives no role, without a value: a sentence's end, after `it gives no role:`. */
  lackIn(claims: Claims): string {
    const claim = this.in(claims);
    if (claim === undefined || claim === null)
      return `the claim ${this.#name} is absent. Its scope may be missing in DESK_OIDC_SCOPE, or a rule there that adds it`;
    if (this.#name === 'email' && !isVerified(claims))
      return 'the claim email counts only with email_verified, which is not true';
    const said = this.#wordsIn(claim);
    const plain = new Set(this.#words.map(([word]) => bare(word)));
    const nearly = said.some((word) => plain.has(bare(word))) ? ', but for case or a slash' : '';
    return `the claim ${this.#name} is ${shapeOf(claim, said)}, and none is ${this.#known}${nearly}`;
  }

  /** The words of a list, of a text, or of an object that has them as names, as ZITADEL's has. */
  #wordsIn(claim: unknown): readonly unknown[] {
    if (typeof claim === 'string') return this.#wordsOf(claim.trim());
    if (typeof claim !== 'object' || claim === null) return [];
    if (Array.isArray(claim)) return claim;
    return Object.entries(claim)
      .filter(([, value]) => value)
      .map(([word]) => word);
  }

  /**
   * The words of a text: the JSON of a list, or words with commas, else with blanks between. A name in a directory
   * (`cn=interns,ou=admin`) is one word, as is a text that somebody may have chosen, or where our own words have
   * such a mark.
   */
  #wordsOf(text: string): readonly unknown[] {
    if (personal.has(this.#name)) return [text];
    const mark = /[,;]/.test(text) ? /[,;]/ : /\s/;
    const isOne = text.includes('=') || this.#words.some(([word]) => mark.test(word));
    return (
      listIn(text) ??
      (isOne
        ? [text]
        : text
            .split(mark)
            .map((word) => word.trim())
            .filter(Boolean))
    );
  }
}

function listIn(text: string): readonly unknown[] | undefined {
  if (!text.startsWith('[')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A word without case, and without the slash before a group of Keycloak's. */
const bare = (word: unknown): unknown =>
  typeof word === 'string' ? word.replace(/^\//, '').toLowerCase() : word;

function shapeOf(claim: unknown, { length }: readonly unknown[]): string {
  const words = length === 1 ? 'one word' : `${length} words`;
  if (typeof claim === 'string') return `a text of ${words}`;
  if (Array.isArray(claim))
    return `a list of ${length}${claim.every((each) => typeof each === 'string') ? '' : ', not all of them texts'}`;
  return typeof claim === 'object' ? `an object with ${length} names` : `a ${typeof claim}`;
}
