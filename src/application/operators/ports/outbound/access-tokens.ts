import type { AccessToken } from '../../../../domain/work/access-token.ts';

/** The tokens with which programs act for operators: few. Any method can throw StoreUnavailable and still have done its work. */
export interface AccessTokens {
  add(token: AccessToken): Promise<void>;
  /** Whether or not it still works: as it is now, so that a revocation counts at once. */
  find(digest: string): Promise<AccessToken | undefined>;
  /** Every token that was ever added, in any order. */
  all(): Promise<readonly AccessToken[]>;
  /** Resolves to the token; `undefined` if none has this id. One that was revoked before stays revoked since then. */
  revoke(tokenId: string, at: Date): Promise<AccessToken | undefined>;
  /** Moves a token's last use forward, never back. */
  markUsed(tokenId: string, at: Date): Promise<void>;
}
