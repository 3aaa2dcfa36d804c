import type { AccessToken } from '#operators/domain/work/access-token.ts';

/**
 * The tokens of programs that act for operators: few. Any method can throw StoreUnavailable and still have done
 * its work.
 */
export interface AccessTokens {
  add(token: AccessToken): Promise<void>;
  /**
   * Resolves to the token with this digest as it is now, whether or not it works: a revocation must count at
   * once.
   */
  find(digest: string): Promise<AccessToken | undefined>;
  /** Resolves to every token ever added, in any order. */
  all(): Promise<readonly AccessToken[]>;
  /**
   * Revokes a token and resolves to it; `undefined` if there is no such id. A token revoked before keeps that
   * time.
   */
  revoke(tokenId: string, at: Date): Promise<AccessToken | undefined>;
  /** Moves a token's last use forward, never back. */
  markUsed(tokenId: string, at: Date): Promise<void>;
}
