import type { AccessToken } from '#operators/domain/work/access-token.ts';
import type { DeskRole } from '#operators/domain/work/desk-role.ts';
import type { By } from './people-use-cases.ts';

/** Everything that operators can do with tokens of programs. */
export interface TokenUseCases {
  readonly issueToken: IssueToken;
  readonly listTokens: ListTokens;
  readonly revokeToken: RevokeToken;
}

/** Issues a token to a program. `term`: milliseconds, up to ten years; `undefined`: the token does not expire. */
export type IssueToken = (order: {
  readonly name: string;
  readonly role: DeskRole;
  readonly term?: number | undefined;
  readonly by: By;
}) => Promise<FreshToken>;

/** A new token. `text` is what the program sends; it is returned this once and stored nowhere. */
export interface FreshToken {
  readonly text: string;
  readonly token: AccessToken;
}

/** Lists all tokens ever issued, oldest first; empty if the store keeps none. */
export type ListTokens = () => Promise<readonly AccessToken[]>;

/** Revokes a token for good, everywhere at once. May be repeated. */
export type RevokeToken = (order: { readonly tokenId: string; readonly by: By }) => Promise<AccessToken>;

/**
 * Resolves to the program that has this token; `undefined` if there is none, or the token no longer works.
 * Throws StoreUnavailable.
 */
export type AuthenticateProgram = (text: string) => Promise<Program | undefined>;

/** A program that acts for operators. */
export interface Program {
  readonly tokenId: string;
  /** The program's name for the records, which is never a person's. */
  readonly name: string;
  readonly role: DeskRole;
}
