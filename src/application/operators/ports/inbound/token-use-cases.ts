import type { AccessToken } from '../../../../domain/work/access-token.ts';
import type { DeskRole } from '../../../../domain/work/desk-role.ts';
import type { By } from './people-use-cases.ts';

/** What an operator can do with the tokens of programs. */
export interface TokenUseCases {
  readonly issueToken: IssueToken;
  readonly listTokens: ListTokens;
  readonly revokeToken: RevokeToken;
}

/** Issues a token to a program. `term`: milliseconds, up to ten years; `undefined` if it does not expire. */
export type IssueToken = (order: {
  readonly name: string;
  readonly role: DeskRole;
  readonly term?: number | undefined;
  readonly by: By;
}) => Promise<FreshToken>;

/** `text` is what the program sends. It is returned this once and stored nowhere. */
export interface FreshToken {
  readonly text: string;
  readonly token: AccessToken;
}

/** All tokens that were ever issued, the oldest first. Empty with a store that keeps none. */
export type ListTokens = () => Promise<readonly AccessToken[]>;

/** Revokes a token for good, everywhere at once. Can be repeated. */
export type RevokeToken = (order: { readonly tokenId: string; readonly by: By }) => Promise<AccessToken>;

/** The program that has this token; `undefined` if there is none, or it works no longer. Throws StoreUnavailable. */
export type AuthenticateProgram = (text: string) => Promise<Program | undefined>;

/** A program that acts for operators. */
export interface Program {
  readonly tokenId: string;
  /** For the records: never a person's. */
  readonly name: string;
  readonly role: DeskRole;
}
